import { dayNumber } from '#contracts/calendar';
import { eachFault, FaultError, type ParsedFault, parseFault } from '#contracts/fault';
import { parseJson, UsageError } from '#contracts/util';
import type { NewClock } from '#mock-server';
import { minMemory } from '#mock-server/process-memory';
import { didYouMean } from './command.ts';

export const matching =
  (pattern: RegExp, expected: string) =>
  (text: string): string => {
    if (pattern.test(text)) return text;
    throw new UsageError(`expected ${expected}`);
  };

export const bearerToken = matching(/^[!-~]+$/, 'a token of printable ASCII without spaces');

export function storeAddress(text: string): string {
  if (text === 'memory' || /^sqlite:./s.test(text)) return text;
  if (/^rediss?:/.test(text) && URL.canParse(text) && new URL(text).hostname !== '') return text;
  throw new UsageError('expected memory, sqlite:<folder> or redis://<host>:<port>');
}

/** Parses a size of memory of at least 192MB, and returns bytes. @example memorySize('512MB') // 512000000 */
export function memorySize(text: string): number {
  const [, count = '', unit = '', binary = ''] = /^(\d{1,12}(?:\.\d{1,3})?) ?([KMG])(i?)B$/i.exec(text) ?? [];
  const power = 'KMG'.indexOf(unit.toUpperCase()) + 1;
  const bytes = Math.floor(Number(count) * (binary === '' ? 1_000 : 1_024) ** power);
  if (bytes >= minMemory && Number.isSafeInteger(bytes)) return bytes;
  throw new UsageError('expected a size of at least 192MB, such as 512MB, 1.5GB or 512MiB');
}

export function integer(what: string, min: number, max: number): (text: string) => number {
  return text => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new UsageError(`expected ${what}, a whole number from ${min} to ${max}`);
  };
}

/** The maximum for `--vary` (the number of draws in one run) and for `--draw` (the number of one draw). */
export const maxDraws = 100;

export const drawNumber = integer('the number of a draw', 1, maxDraws);

export const managerId = integer('a managerId', 0, 2 ** 31 - 1);

/** Without a trailing slash. Throws a UsageError for other addresses, and for addresses with a query or a fragment. */
export function httpAddress(text: string): string {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError('expected an address such as https://understudy.example.com');
  if (url.search !== '' || url.hash !== '') throw new UsageError('expected an address without "?" and "#"');
  return text.replace(/\/+$/, '');
}

export const readOrigins = (text: string): string[] => text.split(',').map(part => readOrigin(part.trim()));

function readOrigin(text: string): string {
  if (text === '*') return text;
  const url = URL.parse(text);
  if (url && url.origin !== 'null' && text.replace(/\/$/, '').toLowerCase() === url.origin) return url.origin;
  const isFile = text === 'null' || url?.protocol === 'file:';
  const near = url && url.origin !== 'null' ? `; did you mean "${url.origin}"?` : '';
  const hint = isFile ? '; a page from a file needs *' : near;
  throw new UsageError(`expected an origin such as http://localhost:5173, or *${hint}`);
}

export function calendarDate(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(dayNumber(text))) return text;
  throw new UsageError('expected a date as YYYY-MM-DD');
}

const example =
  'real, manual, scaled:60 or per-poll, with an optional start, as in manual@2026-12-01T10:00:00Z';
const modes = ['real', 'manual', 'per-poll'] as const;
/** The highest speed of a scaled clock, in milliseconds of the sandbox clock per real millisecond. */
const maxScale = 1_000_000;

export function readClock(given: string): NewClock {
  const at = given.indexOf('@');
  const [pace, since] = at < 0 ? [given, undefined] : [given.slice(0, at), given.slice(at + 1)];
  return { ...readPace(pace), ...(since !== undefined && { start: readInstant(since) }) };
}

function readPace(pace: string): NewClock {
  const mode = modes.find(known => known === pace);
  if (mode !== undefined) return { mode };
  if (pace === 'auto')
    throw new UsageError(
      'auto works only if client and stand-in run in the same process; use manual, per-poll or scaled:60',
    );
  if (pace === 'scaled' || pace.startsWith('scaled:'))
    return { mode: 'scaled', scale: readSpeed(pace.slice(7), 'a speed', 'scaled:60') };
  throw new UsageError(`expected ${example}${didYouMean(pace, [...modes, 'scaled:60'])}`);
}

export function readSpeed(text: string, what: string, example: string): number {
  const speed = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (speed > 0 && speed <= maxScale) return speed;
  throw new UsageError(`expected ${what} above 0 and up to ${maxScale}, as in ${example}`);
}

const instantForm = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

export function readInstant(text: string): number {
  const date = instantForm.exec(text)?.[1];
  const instant = Date.parse(text);
  // Date.parse accepts February 30 and returns a day in March.
  const isReal = date !== undefined && !Number.isNaN(dayNumber(date));
  if (isReal && Number.isFinite(instant)) return instant;
  throw new UsageError(`"${text}" is not a time with a time zone; write a time such as 2026-12-01T10:00:00Z`);
}

export function readFaults(text: string, source: string): readonly ParsedFault[] {
  const isJson = /^\s*[{[]/.test(text);
  const errorOf = (problem: string) => new UsageError(`the value is not JSON: ${problem}`);
  const value = isJson ? parseJson(text, errorOf) : text;
  try {
    if (!Array.isArray(value)) return [parseFault(value).withSource(`${source} "${text}"`)];
    const parse = (fault: unknown) => parseFault(fault).withSource(`${source} ${JSON.stringify(fault)}`);
    return eachFault(value, parse, index => `[${index}]`);
  } catch (error) {
    throw error instanceof FaultError ? new UsageError(error.lines.join('; ')) : error;
  }
}
