import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '#contracts/util';
import {
  type Claim,
  type Claiming,
  createClaim,
  isConfirmed,
  type LedgerRecord,
  preferPending,
} from '../ledger/index.ts';
import { newUuid } from '../seed-uuid.ts';

/** The folder of the ledger, or a file in it, cannot be used; `path` names it. The client then books nothing. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly path: string;

  constructor(path: string, what: string, cause?: unknown) {
    super(`ledger: ${path} ${what}`, { cause });
    this.path = path;
  }
}

interface RecordFile {
  readonly folder: string;
  readonly name: string;
}

/** Runs a step of the ledger, during which an `auto` clock does not jump. An error of the file system becomes a LedgerError. */
type OnHold = <T>(run: () => Promise<T>) => Promise<T>;

export class LedgerFolder {
  readonly #dir: string;
  readonly #machine: string;
  readonly #onHold: OnHold;
  readonly #me: Promise<Holder>;

  constructor(dir: string, machine: string, onHold: OnHold) {
    this.#dir = dir;
    this.#machine = machine;
    this.#onHold = onHold;
    this.#me = thisProcess(machine);
  }

  #folderOf(key: string): string {
    return join(this.#dir, idOf(key));
  }

  look(key: string) {
    return lookInto(this.#folderOf(key));
  }

  async claim(key: string, fresh: () => LedgerRecord, cancelled?: string): Promise<Claiming> {
    const folder = this.#folderOf(key);
    // Only a failed booking gets a new record.
    const begin = (was: LedgerRecord) => (was.state === 'PENDING' ? was : fresh());
    for (let round = 0; round < maxRounds; round += 1) {
      const seen = await lookInto(folder);
      if (seen && isConfirmed(seen.record, cancelled)) return { kind: 'done', record: seen.record };
      if (seen && (await this.#isHeld(seen.file))) return { kind: 'held', record: seen.record };
      const claim = seen
        ? await this.#take(seen.file, was => (isConfirmed(was, cancelled) ? undefined : begin(was)))
        : await this.#make(folder, fresh());
      if (claim) return { kind: 'claimed', claim };
    }
    throw new LedgerError(
      folder,
      'could not be claimed: other processes claimed the record first, or the record is invalid; move an invalid record to another folder',
    );
  }

  async takeOver(key: string): Promise<Claim | undefined> {
    const seen = await this.look(key);
    if (seen?.record.state !== 'PENDING' || (await this.#isHeld(seen.file))) return undefined;
    return this.#take(seen.file, was => (was.state === 'PENDING' ? was : undefined));
  }

  async abandoned(onBroken?: (error: Error) => void): Promise<string[]> {
    await mkdir(this.#dir, { recursive: true });
    const keys: string[] = [];
    for (const name of await readdir(this.#dir)) {
      const isLeftOver = name.endsWith(draftEnd) && !(await this.#isHeld({ folder: this.#dir, name }));
      if (isLeftOver) await rm(join(this.#dir, name), { recursive: true, force: true });
      const seen = await this.#lookIntoAny(name, onBroken);
      if (seen?.record.state === 'PENDING' && !(await this.#isHeld(seen.file))) keys.push(seen.record.key);
    }
    return keys;
  }

  async findBooking(bookingId: string): Promise<LedgerRecord | undefined> {
    const found: LedgerRecord[] = [];
    const broken: Error[] = [];
    for (const name of await listed(this.#dir)) {
      const seen = await this.#lookIntoAny(name, error => broken.push(error));
      if (seen?.record.bookingId === bookingId) found.push(seen.record);
    }
    // The broken record may be the record of this booking.
    if (found.length === 0 && broken[0]) throw broken[0];
    return preferPending(found);
  }

  async #isHeld({ name }: RecordFile): Promise<boolean> {
    const holder = holderIn(name);
    return holder !== undefined && isAlive(holder, this.#machine);
  }

  async #mineIn(folder: string): Promise<RecordFile> {
    return { folder, name: nameOf(await this.#me) + recordEnd };
  }

  /** Undefined if another process was faster. */
  async #make(folder: string, record: LedgerRecord): Promise<Claim | undefined> {
    const mine = await this.#mineIn(folder);
    const draft = join(this.#dir, mine.name + draftEnd);
    await mkdir(draft, { recursive: true });
    await writeFile(join(draft, mine.name), JSON.stringify(record), { flush: true });
    // The rename fails if the folder exists and is not empty.
    if (await isRenamed(draft, folder, ['ENOTEMPTY', 'EEXIST', 'EPERM'])) {
      await syncFolder(this.#dir);
      return this.#claimOf(mine, record);
    }
    await rm(draft, { recursive: true, force: true });
    return undefined;
  }

  /** Undefined if another process was faster, or if `next` returns undefined. */
  async #take(
    seen: RecordFile,
    next: (was: LedgerRecord) => LedgerRecord | undefined,
  ): Promise<Claim | undefined> {
    const mine = await this.#mineIn(seen.folder);
    if (!(await isRenamed(pathOf(seen), pathOf(mine), ['ENOENT']))) return undefined;
    try {
      await removeDrafts(mine);
      // Another process may have changed the record before the rename.
      const was = await read(mine);
      const record = was && next(was);
      if (record && record !== was) await write(mine, record);
      if (record) return this.#claimOf(mine, record);
    } catch (error) {
      await free(mine);
      throw error;
    }
    await free(mine);
    return undefined;
  }

  #claimOf(mine: RecordFile, record: LedgerRecord): Claim {
    return createClaim(record, {
      write: changed => this.#onHold(() => write(mine, changed)),
      free: () => this.#onHold(() => free(mine)),
    });
  }

  async #lookIntoAny(name: string, onBroken?: (error: Error) => void) {
    if (!idForm.test(name)) return undefined;
    return lookInto(join(this.#dir, name)).catch(error => {
      if (!(error instanceof LedgerError) || !onBroken) throw error;
      onBroken(error);
      return undefined;
    });
  }
}

const recordEnd = '.json';
const draftEnd = '.draft';
const freeName = `free${recordEnd}`;
const idForm = /^[0-9a-f]{32}$/;
const maxRounds = 100;

/** A hash, because a key contains names of people and any character. */
const idOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);

const pathOf = ({ folder, name }: RecordFile): string => join(folder, name);

async function lookInto(folder: string): Promise<{ file: RecordFile; record: LedgerRecord } | undefined> {
  for (let round = 0; round < maxRounds; round += 1) {
    const [name, second] = (await listed(folder)).filter(each => each.endsWith(recordEnd));
    if (name === undefined) return undefined;
    const file = { folder, name };
    const record = second === undefined ? await read(file) : undefined;
    if (record) return { file, record };
  }
  throw new LedgerError(folder, 'has more than one record; move the wrong record to another folder');
}

/** Undefined if another process has renamed the file. */
async function read(file: RecordFile): Promise<LedgerRecord | undefined> {
  const path = pathOf(file);
  const text = await readFile(path, 'utf8').catch(ignoring('ENOENT'));
  if (text === undefined) return undefined;
  const fix = 'find out what was booked, then move the folder of this file away';
  const record = parseJson(text, problem => new LedgerError(path, `is not JSON: ${problem}; ${fix}`));
  if (isRecord(record)) return record;
  throw new LedgerError(path, `is not a record; ${fix}`);
}

const isRecord = (value: unknown): value is LedgerRecord =>
  typeof value === 'object' &&
  value !== null &&
  'state' in value &&
  ['PENDING', 'CONFIRMED', 'FAILED'].includes(`${value.state}`) &&
  ['key', 'reference', 'product'].every(field => field in value);

async function write({ folder, name }: RecordFile, record: LedgerRecord): Promise<void> {
  const draft = join(folder, newUuid() + draftEnd);
  await writeFile(draft, JSON.stringify(record), { flush: true });
  await rename(draft, join(folder, name));
  await syncFolder(folder);
}

const free = (mine: RecordFile): Promise<void> => rename(pathOf(mine), join(mine.folder, freeName));

async function removeDrafts({ folder }: RecordFile): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(draftEnd)) await rm(join(folder, name), { force: true });
}

const listed = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(ignoring('ENOENT'))) ?? [];

async function isRenamed(from: string, to: string, faster: readonly string[]): Promise<boolean> {
  return rename(from, to)
    .then(() => true, ignoring(...faster))
    .then(done => done ?? false);
}

function ignoring(...codes: string[]): (error: unknown) => undefined {
  return error => {
    if (error instanceof Error && 'code' in error && codes.includes(`${error.code}`)) return undefined;
    throw error;
  };
}

/** The file names of a flushed folder survive a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder);
    await handle.sync().finally(() => handle.close());
  } catch {
    // Some operating systems cannot open a folder.
  }
}

/** `started` distinguishes processes with the same pid. */
interface Holder {
  readonly machine: string;
  readonly pid: number;
  /** In the format of the operating system; empty if unknown. */
  readonly started: string;
}

async function thisProcess(machine: string): Promise<Holder> {
  return { machine, pid: process.pid, started: (await startOf(process.pid)) ?? '' };
}

const mark = 'held';
const between = '~';
const plain = (machine: string): string => encodeURIComponent(machine).replaceAll(between, '%7E');

const nameOf = ({ machine, pid, started }: Holder): string =>
  [mark, pid, started, plain(machine), newUuid()].join(between);

function holderIn(name: string): Holder | undefined {
  const [held, pid, started, machine, id] = name.split(between);
  if (held !== mark || started === undefined || machine === undefined || id === undefined) return undefined;
  return { machine: decodeURIComponent(machine), pid: Number(pid), started };
}

async function isAlive({ machine, pid, started }: Holder, here: string): Promise<boolean> {
  if (machine !== here) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  const now = await startOf(pid);
  return now === undefined || started === '' || now === started;
}

/** Returns `ended` for an ended process that still has a pid; undefined except on Linux. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // After the name, which can contain blanks and brackets, field 3 is the state and field 22 the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : `${boot.slice(0, 8)}-${fields[19]}`;
  } catch {
    return undefined;
  }
}
