import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LedgerRecord } from '../ledger/index.ts';
import { newUuid } from '../seed-uuid.ts';

/** A folder that cannot be used as a ledger, or a file in it that is no record; without a ledger nothing is booked. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly path: string;

  constructor(path: string, what: string, cause?: unknown) {
    super(`ledger: ${path} ${what}`, { cause });
    this.path = path;
  }
}

/** Where a record lies: its name says who holds it. */
export interface Place {
  readonly folder: string;
  readonly name: string;
}

export const recordEnd = '.json';
export const draftEnd = '.draft';
const freeName = `free${recordEnd}`;
export const idForm = /^[0-9a-f]{32}$/;
/** How often others may be faster, before something else must be wrong. */
export const mostRounds = 100;

/** The name of a wanted booking's folder: keys hold names and any character. */
export const idOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);

export const pathOf = ({ folder, name }: Place): string => join(folder, name);

/** The record in a folder; undefined when there is none. */
export async function lookInto(folder: string): Promise<{ place: Place; record: LedgerRecord } | undefined> {
  for (let round = 0; round < mostRounds; round += 1) {
    const [name, second] = (await listed(folder)).filter(each => each.endsWith(recordEnd));
    if (name === undefined) return undefined;
    const place = { folder, name };
    const record = second === undefined ? await read(place) : undefined;
    if (record) return { place, record };
    // It was renamed while this looked.
  }
  throw new LedgerError(folder, 'holds more than one record; move the wrong one away');
}

/** A record; undefined when it has another name by now. */
export async function read(place: Place): Promise<LedgerRecord | undefined> {
  const path = pathOf(place);
  const text = await readFile(path, 'utf8').catch(orNothing('ENOENT'));
  if (text === undefined) return undefined;
  try {
    const record: unknown = JSON.parse(text);
    if (isRecord(record)) return record;
  } catch (error) {
    throw new LedgerError(path, 'is no JSON; move its folder away once it is known what was booked', error);
  }
  throw new LedgerError(path, 'is no record; move its folder away once it is known what was booked');
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
  await keepNames(folder);
}

export const free = (mine: Place): Promise<void> => rename(pathOf(mine), join(mine.folder, freeName));

/** Removes drafts of whoever held a record before. */
export async function tidy({ folder }: Place): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(draftEnd)) await rm(join(folder, name), { force: true });
}

export const listed = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(orNothing('ENOENT'))) ?? [];

/** Whether a rename was done; false for errors that mean that another one was faster. */
export async function isRenamed(from: string, to: string, faster: readonly string[]): Promise<boolean> {
  return rename(from, to)
    .then(() => true, orNothing(...faster))
    .then(done => done ?? false);
}

/** Makes errors of some codes nothing. */
function orNothing(...codes: string[]): (error: unknown) => undefined {
  return error => {
    if (error instanceof Error && 'code' in error && codes.includes(`${error.code}`)) return undefined;
    throw error;
  };
}

/** Has the names in a folder outlast a loss of power too, where the system can do that. */
export async function keepNames(folder: string): Promise<void> {
  try {
    const handle = await open(folder);
    await handle.sync().finally(() => handle.close());
  } catch {
    // Some systems open no folders.
  }
}
