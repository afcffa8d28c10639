import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LedgerRecord } from '../ledger/index.ts';
import { newUuid } from '../seed-uuid.ts';

/** A folder cannot be used as a ledger, or a file in it is not a valid record. `path` names it. The client books nothing then. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly path: string;

  constructor(path: string, what: string, cause?: unknown) {
    super(`ledger: ${path} ${what}`, { cause });
    this.path = path;
  }
}

/** The file of a record. Its name shows which process holds it. */
export interface Place {
  readonly folder: string;
  readonly name: string;
}

export const recordEnd = '.json';
export const draftEnd = '.draft';
const freeName = `free${recordEnd}`;
export const idForm = /^[0-9a-f]{32}$/;
/** After so many rounds in which other processes were faster, something else must be wrong. */
export const maxRounds = 100;

/** Returns the name of a booking's folder: a hash, because keys contain names of people and any character. */
export const idOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);

export const pathOf = ({ folder, name }: Place): string => join(folder, name);

/** Returns the record in a folder; undefined when it has none. */
export async function lookInto(folder: string): Promise<{ place: Place; record: LedgerRecord } | undefined> {
  for (let round = 0; round < maxRounds; round += 1) {
    const [name, second] = (await listed(folder)).filter(each => each.endsWith(recordEnd));
    if (name === undefined) return undefined;
    const place = { folder, name };
    const record = second === undefined ? await read(place) : undefined;
    if (record) return { place, record };
    // Another process renamed it in the meantime.
  }
  throw new LedgerError(folder, 'holds more than one record; move the wrong one away');
}

/** Returns a record; undefined when another process has renamed it. */
export async function read(place: Place): Promise<LedgerRecord | undefined> {
  const path = pathOf(place);
  const text = await readFile(path, 'utf8').catch(orNothing('ENOENT'));
  if (text === undefined) return undefined;
  try {
    const record: unknown = JSON.parse(text);
    if (isRecord(record)) return record;
  } catch (error) {
    throw new LedgerError(path, 'is not JSON; find out what was booked, then move its folder away', error);
  }
  throw new LedgerError(path, 'is not a record; find out what was booked, then move its folder away');
}

const isRecord = (value: unknown): value is LedgerRecord =>
  typeof value === 'object' &&
  value !== null &&
  'state' in value &&
  ['PENDING', 'CONFIRMED', 'FAILED'].includes(`${value.state}`) &&
  ['key', 'reference', 'product'].every(field => field in value);

export async function write({ folder, name }: Place, record: LedgerRecord): Promise<void> {
  const draft = join(folder, newUuid() + draftEnd);
  await writeFile(draft, JSON.stringify(record), { flush: true });
  await rename(draft, join(folder, name));
  await syncFolder(folder);
}

export const free = (mine: Place): Promise<void> => rename(pathOf(mine), join(mine.folder, freeName));

/** Removes the drafts of earlier holders. */
export async function removeDrafts({ folder }: Place): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(draftEnd)) await rm(join(folder, name), { force: true });
}

export const listed = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(orNothing('ENOENT'))) ?? [];

/** Renames a file. Returns false for the error codes that mean that another process was faster. */
export async function isRenamed(from: string, to: string, faster: readonly string[]): Promise<boolean> {
  return rename(from, to)
    .then(() => true, orNothing(...faster))
    .then(done => done ?? false);
}

/** Returns an error handler that turns errors with these codes into undefined. */
function orNothing(...codes: string[]): (error: unknown) => undefined {
  return error => {
    if (error instanceof Error && 'code' in error && codes.includes(`${error.code}`)) return undefined;
    throw error;
  };
}

/** Makes the names in a folder survive a loss of power, on systems that can. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder);
    await handle.sync().finally(() => handle.close());
  } catch {
    // Some systems cannot open folders.
  }
}
