import { type Dialect, limits } from '#contracts';
import { maskText, type Warning } from '#contracts/exchange';
import { formatPath, isObject } from '#contracts/util';
import { refuse } from '../refusal.ts';
import type { IncomingCall, Matched } from './stages.ts';

/** Some clients send it before the JSON. */
export const byteOrderMark = '\uFEFF';
/** The warning about it. */
export const markWarning: Warning = {
  kind: 'lenient',
  field: '',
  message: 'the body begins with a byte-order mark; JSON has none',
};

/**
 * Parses the body and gives it contract names. What suppliers let pass is accepted with a warning. Of a key that stands
 * twice in an object the last one counts.
 */
export function parseBody({ text, warnings, operation, incoming }: Matched, dialect: Dialect): unknown {
  if (text === null)
    throw refuse('PayloadTooLarge', `the body is larger than ${limits.bodySize.value} bytes (assumed limit)`);
  const marked = text.startsWith(byteOrderMark);
  if (marked) warnings.push(markWarning);
  const type = incoming.header('content-type');
  if (!type?.toLowerCase().includes('json')) {
    const message = `Content-Type is ${type === undefined ? 'missing' : `"${maskText(type)}"`}; send application/json`;
    warnings.push({ kind: 'header', field: 'Content-Type', message });
  }
  const json = parse(marked ? text.slice(1) : text, incoming);
  if (text.length > 2 * deepest && isDeeperThan(json, deepest)) {
    throw refuse(
      'InvalidRequest',
      `the body is nested deeper than ${deepest} levels; no request of the contract is (assumed limit)`,
    );
  }
  const long = text.length > 2 * longest ? longListIn(json) : undefined;
  if (long) {
    const message = `${long.entries} entries; no list of the contract has more than ${longest} (assumed limit)`;
    throw refuse('InvalidRequest', message, long.field);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    const kind = json === null ? 'null' : Array.isArray(json) ? 'an array' : `a ${typeof json}`;
    throw refuse('InvalidRequest', `the body is ${kind}; send a JSON object`);
  }
  return dialect.plain ? json : dialect.toContract(operation.id, 'request', json);
}

/** A body as the JSON object it is, or undefined for any other text. */
export function parseObject(text: string | null): object | undefined {
  try {
    const json: unknown = JSON.parse(text ?? '');
    return typeof json === 'object' && json !== null && !isDeeperThan(json, deepest) ? json : undefined;
  } catch {
    return undefined;
  }
}

const deepest = limits.nesting.value;
const longest = limits.listEntries.value;

/**
 * The first list, level by level, that is longer than any of the contract: to look at each of its entries would hold up
 * every other call for seconds.
 */
function longListIn(json: unknown): { field: string; entries: number } | undefined {
  let level: { path: PropertyKey[]; value: unknown }[] = [{ path: [], value: json }];
  while (level.length > 0) {
    const long = level.find(({ value }) => Array.isArray(value) && value.length > longest);
    if (Array.isArray(long?.value)) return { field: formatPath(long.path), entries: long.value.length };
    level = level.flatMap(({ path, value }) =>
      isObject(value) || Array.isArray(value)
        ? Object.entries(value).map(([name, entry]) => ({
            path: [...path, Array.isArray(value) ? Number(name) : name],
            value: entry,
          }))
        : [],
    );
  }
  return undefined;
}

/** Returns whether lists and objects are nested in more than `max` levels. */
export function isDeeperThan(value: unknown, max: number): boolean {
  if (max < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  for (const inner of Object.values(value)) if (isDeeperThan(inner, max - 1)) return true;
  return false;
}

/** How a body is compressed, as the call says; undefined where it is not. */
export function contentCoding({ header }: IncomingCall): string | undefined {
  const coding = header('content-encoding')?.trim();
  return coding === '' || coding?.toLowerCase() === 'identity' ? undefined : coding;
}

function parse(text: string, incoming: IncomingCall): unknown {
  if (text.trim() === '') throw refuse('InvalidRequest', 'the body is empty; send a JSON object');
  try {
    return JSON.parse(text);
  } catch (error) {
    const coding = contentCoding(incoming);
    if (coding !== undefined)
      throw refuse(
        'InvalidRequest',
        `the body is compressed (Content-Encoding "${maskText(coding)}"), and requests are read as they come; send it without`,
      );
    const place =
      error instanceof Error
        ? /position \d+(?: \(line \d+ column \d+\))?/.exec(error.message)?.[0]
        : undefined;
    throw refuse(
      'InvalidRequest',
      `the body is no JSON${place ? `: it breaks off or errs at ${place}` : ''}`,
    );
  }
}
