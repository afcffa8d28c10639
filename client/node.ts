import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Claim, Claiming, Ledger, LedgerRecord } from './ledger.ts';

/** Where a file ledger lies. */
export interface FileLedgerOptions {
  /** A folder of its own; it is made when it is not there. The processes of one machine may share it. */
  readonly dir: string;
  /** Keeps an `auto` clock from jumping while files are read and written: the clock's own `hold`. */
  readonly hold?: ((who: string) => () => void) | undefined;
}

/** Who holds a lease: a process of a machine, told from a later one that was given the same number. */
interface Holder {
  readonly host: string;
  readonly pid: number;
  /** When it was started, as the system counts; undefined where that cannot be known. */
  readonly started: string | undefined;
}

/**
 * A ledger in a folder, which survives `kill -9`: a file for each wanted booking, written whole and then renamed, and a file
 * for each lease, created exclusively. A process that is gone holds nothing; the next one takes its lease over by creating
 * the one that follows.
 *
 * @example createClient({ …, ledger: createFileLedger({ dir: 'var/bookings' }) })
 */
export function createFileLedger({ dir, hold = () => () => undefined }: FileLedgerOptions): Ledger {
  const me = whoAmI();

  /** Reads and writes while an `auto` clock stands still. */
  async function still<T>(run: () => Promise<T>): Promise<T> {
    const letGo = hold('the ledger');
    try {
      return await run();
    } finally {
      letGo();
    }
  }

  const recordPath = (id: string) => join(dir, `${id}.json`);
  const leasePath = (id: string, turn: number) => join(dir, `${id}.lease-${turn}`);
  const record = (id: string) => readJson<LedgerRecord>(recordPath(id));

  async function write(id: string, content: LedgerRecord): Promise<void> {
    const draft = join(dir, `${id}.${randomUUID()}.draft`);
    await writeFile(draft, JSON.stringify(content));
    await rename(draft, recordPath(id));
  }

  /** The lease of the latest turn, and whether somebody alive holds it. */
  async function latestLease(id: string): Promise<{ turn: number; isHeld: boolean }> {
    const turns = (await readdir(dir))
      .filter(name => name.startsWith(`${id}.lease-`))
      .map(name => Number(name.slice(name.lastIndexOf('-') + 1)));
    const turn = Math.max(0, ...turns);
    if (turn === 0) return { turn, isHeld: false };
    const holder = await readJson<Holder>(leasePath(id, turn));
    // A lease that is there and empty was created a moment ago.
    return { turn, isHeld: holder === 'unreadable' || (holder !== undefined && (await isAlive(holder))) };
  }

  /** Takes the lease of a turn; false when another one was faster. */
  async function takeLease(id: string, turn: number): Promise<boolean> {
    try {
      const file = await open(leasePath(id, turn), 'wx');
      await file.writeFile(JSON.stringify(await me));
      await file.close();
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      throw error;
    }
    for (let earlier = turn - 1; earlier > 0; earlier -= 1) await rm(leasePath(id, earlier), { force: true });
    return true;
  }

  function claimOf(id: string, turn: number, first: LedgerRecord): Claim {
    let current = first;
    return {
      get record() {
        return current;
      },
      save: change =>
        still(async () => {
          current = { ...current, ...change };
          await write(id, current);
        }),
      release: () => still(() => rm(leasePath(id, turn), { force: true })),
    };
  }

  async function claim(key: string, fresh: () => LedgerRecord): Promise<Claiming> {
    const id = idOf(key);
    await mkdir(dir, { recursive: true });
    for (;;) {
      const { turn, isHeld } = await latestLease(id);
      if (isHeld) return { kind: 'held', record: (await known(id)) ?? fresh() };
      if (!(await takeLease(id, turn + 1))) continue;
      const before = await known(id);
      const mine = claimOf(id, turn + 1, before ?? fresh());
      if (before?.state === 'CONFIRMED') {
        await mine.release();
        return { kind: 'done', record: before };
      }
      if (before?.state === 'PENDING') return { kind: 'claimed', claim: mine };
      const anew = claimOf(id, turn + 1, fresh());
      await write(id, anew.record);
      return { kind: 'claimed', claim: anew };
    }
  }

  /** A record that is there; one is never half written. */
  async function known(id: string): Promise<LedgerRecord | undefined> {
    const found = await record(id);
    if (found === 'unreadable') throw new Error(`ledger: ${recordPath(id)} is no record; move it away`);
    return found;
  }

  return {
    claim: (key, fresh) => still(() => claim(key, fresh)),
    abandoned: () =>
      still(async () => {
        await mkdir(dir, { recursive: true });
        const ids = (await readdir(dir))
          .filter(name => name.endsWith('.json'))
          .map(name => name.slice(0, -5));
        const keys: string[] = [];
        for (const id of ids) {
          const found = await known(id);
          if (found?.state === 'PENDING' && !(await latestLease(id)).isHeld) keys.push(found.key);
        }
        return keys;
      }),
  };
}

/** The name of a wanted booking's files: keys hold names and any character. */
const idOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);

/** What a file holds; undefined when it is not there, `unreadable` when it is no JSON (yet). */
async function readJson<T>(path: string): Promise<T | undefined | 'unreadable'> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T; // written by this file alone
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    if (error instanceof SyntaxError) return 'unreadable';
    throw error;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

async function whoAmI(): Promise<Holder> {
  return { host: hostname(), pid: process.pid, started: await startOf(process.pid) };
}

/** Whether the process that a lease names is there: of another machine nobody knows, so it counts as there. */
async function isAlive({ host, pid, started }: Holder): Promise<boolean> {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false;
  }
  const now = await startOf(pid);
  return now === undefined || started === undefined || now === started;
}

/** When a process was started, from where Linux tells it; elsewhere nobody does. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[startField];
  } catch {
    return undefined;
  }
}

/** The 22nd field of /proc/pid/stat, counted behind the name, which may hold blanks. */
const startField = 19;
