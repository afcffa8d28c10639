import { readFile, stat } from 'node:fs/promises';
import { systemClock, utcDate } from '#contracts';
import { type InventoryFile, type InventoryProblem, maxProblems } from '#contracts/inventory';
import { asList, asObject, isObject, otherEncoding } from '#contracts/util';
import type { SupplierInventory } from '#mock-server';
import { FileError, filesIn, type Position, placeIn, withLineFeeds } from '../file-error.ts';
import { readHotelTable } from './csv.ts';
import { readYamlLists } from './yaml-lists.ts';

export { learnInventory } from './learn.ts';

/** A larger file is refused before it is read. */
const maxBytes = 64 * 1024 * 1024;
/** Fewer hotels leave little garbage. */
const manyHotels = 5_000;
const endings = /\.(?:ya?ml|json|csv)$/i;

export interface ReadInventoryOptions {
  /** The seed of the names and addresses that the files leave out. Default: `understudy`. */
  readonly seed?: string | undefined;
  /** The date before which no closed period may end, as `YYYY-MM-DD`. Default: the date of today. */
  readonly today?: string | undefined;
}

/** A file, or a part of a large one. */
interface ReadPart {
  readonly path: string;
  readonly value: unknown;
  /** Of a table, beside those that the check of the value finds. */
  readonly mistakes?: readonly FileError[];
  /** Undefined in a text that is too large for a search. */
  positionAt(field: string): Position | undefined;
}

/**
 * Reads an inventory from a YAML, JSON or CSV file, or from all such files of a folder. A CSV file contains hotels.
 *
 * @param path a file or a folder
 * @throws InventoryError with all problems, at most 100, each in the form `file:line:column: field: message`
 * @example createMockSupplier({ inventory: await readInventory('inventory.yaml') })
 */
export async function readInventory(
  path: string,
  { seed, today = utcDate(systemClock.now()) }: ReadInventoryOptions = {},
): Promise<SupplierInventory> {
  const { createInventory, InventoryError } = await loadCollections();
  const problems: InventoryProblem[] = [];
  const parts: ReadPart[] = [];
  const note = (file: string) => (error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    problems.push({ field: placeIn(file, error.position), message: error.message });
  };
  const paths = await filesIn(path, endings).catch(note(path));
  if (paths?.length === 0) note(path)(new FileError('the folder has no YAML, JSON or CSV file'));
  for (const file of paths ?? []) {
    const read = await readOne(file).catch(note(file));
    parts.push(...(read ?? []));
  }
  const isIncomplete = problems.length > 0;
  for (const { path: file, mistakes = [] } of parts) mistakes.forEach(note(file));
  // Records of the files that cannot be read are missing, so each reference to them would be a wrong problem.
  if (isIncomplete) throw new InventoryError(problems.slice(0, maxProblems));
  const { value, placed } = merge(parts);
  const isLarge = asList(value.hotels).length >= manyHotels;
  if (isLarge) await collectGarbage();
  const inventory = await createInventory(value as InventoryFile, { seed, today }).catch(error => {
    if (!(error instanceof InventoryError)) throw error;
    problems.push(...error.problems.map(placed));
  });
  if (!inventory || problems.length > 0) throw new InventoryError(problems.slice(0, maxProblems));
  if (isLarge) await collectGarbage();
  return inventory;
}

/** V8 collects garbage only before it needs memory, so the process would keep what the reading of a large file used. */
async function collectGarbage(): Promise<void> {
  try {
    const { Session } = await import('node:inspector/promises');
    const session = new Session();
    session.connect();
    await session.post('HeapProfiler.collectGarbage').finally(() => session.disconnect());
  } catch {
    // Deno, Bun and some builds of Node have no inspector. There, the process keeps the memory.
  }
}

const loadCollections = () =>
  import('#reference-data').catch(cause => {
    const message = 'an inventory needs @msw/data: install it with "npm install --save-dev @msw/data"';
    throw new Error(message, { cause });
  });

async function readOne(path: string): Promise<ReadPart[]> {
  const { size } = await stat(path);
  const mb = (count: number) => Math.round(count / 1024 / 1024);
  if (size > maxBytes)
    throw new FileError(
      `the file has ${mb(size)} MB; at most ${mb(maxBytes)} MB are read; split it into files of one folder`,
    );
  const text = decode(await readFile(path));
  const parts = /\.csv$/i.test(path) ? [readHotelTable(text)] : await readYamlLists(text);
  if (!parts.every(({ value }) => isObject(value)))
    throw new FileError('expected lists such as "destinations" and "hotels"', {
      position: { line: 1, column: 1 },
    });
  return parts.map(part => ({ ...part, path }));
}

function decode(bytes: Uint8Array): string {
  const text = decodeAsWritten(bytes);
  const encoding = text.includes('\0') ? otherEncoding(new TextDecoder().decode(bytes)) : undefined;
  if (encoding !== undefined) throw new FileError(encoding);
  return withLineFeeds(text);
}

/** Spreadsheet programs still write Latin-1 and UTF-16. A text in them is almost never valid UTF-8. */
function decodeAsWritten(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  if (first + second === 0xff + 0xfe && first >= 0xfe)
    return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Joins the lists of all parts. `placed` adds the file, the line and the column to a problem. */
function merge(parts: readonly ReadPart[]) {
  const value: Record<string, unknown> = {};
  const starts: { key: string; from: number; part: ReadPart }[] = [];
  for (const part of parts) {
    for (const [key, own] of Object.entries(asObject(part.value))) {
      const before = value[key];
      const isMore = Array.isArray(own) && Array.isArray(before);
      starts.push({ key, from: isMore ? before.length : 0, part });
      if (isMore) for (const entry of own) before.push(entry);
      // A list with an anchor can also be the list of another key, so a copy gets the entries of further files.
      else value[key] = Array.isArray(own) ? [...own] : own;
    }
  }
  return {
    value,
    placed({ field, message }: InventoryProblem): InventoryProblem {
      const [start = '', key = '', index] = /^(\w+)(?:\[(\d+)\])?/.exec(field) ?? [];
      const rest = field.slice(start.length);
      const own = starts.filter(one => one.key === key && one.from <= Number(index ?? 0));
      const { path, positionAt } = own.at(-1)?.part ?? (parts[0] as ReadPart); // a path without a file is a problem
      /** In the file, or in a part of it. */
      const fieldFrom = (from = 0) => key + (index === undefined ? '' : `[${Number(index) - from}]`) + rest;
      const shown = fieldFrom(own.find(one => one.part.path === path)?.from);
      const place = placeIn(path, positionAt(fieldFrom(own.at(-1)?.from)));
      return { field: place, message: `${shown === '' ? '' : `${shown}: `}${message}` };
    },
  };
}
