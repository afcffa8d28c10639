import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  type Claim,
  type Claiming,
  claimIsOver,
  isStanding,
  type Ledger,
  type LedgerRecord,
  pendingFirst,
} from '../ledger/index.ts';
import {
  draftEnd,
  free,
  idForm,
  idOf,
  isRenamed,
  keepNames,
  LedgerError,
  listed,
  lookInto,
  mostRounds,
  type Place,
  pathOf,
  read,
  recordEnd,
  tidy,
  write,
} from './files.ts';
import { holderIn, isAlive, nameOf, whoAmI } from './holder.ts';

/** Where a file ledger lies. */
export interface FileLedgerOptions {
  /** A folder of its own; it is made when it is not there. The processes of one machine may share it. */
  readonly dir: string;
  /**
   * What this machine is called; its host name when absent. Nobody knows whether a process of another machine is alive, so
   * what it holds is never taken over: a container that replaces another one needs the other one's name, and
   * containers that run side by side need different ones.
   */
  readonly machine?: string | undefined;
  /** Keeps an `auto` clock from jumping while files are read and written: the clock's own `hold`. */
  readonly hold?: ((who: string) => () => void) | undefined;
}

/**
 * A ledger in a folder, which survives `kill -9`. Each wanted booking has a folder with one file, its record, and the name of
 * that file says who holds it: `free.json`, or a process. To claim is to rename the file from the name that was seen to
 * one's own, which never comes twice: of many that try, the file system lets one. What a dead process holds is claimed in
 * the same way. A record is written beside and then renamed, so that none is ever half written.
 *
 * @throws LedgerError (as a rejection of what it is asked) when the folder cannot be used, or a record cannot be read
 * @example createClient({ …, ledger: createFileLedger({ dir: 'var/bookings' }) })
 */
export function createFileLedger(options: FileLedgerOptions): Ledger {
  const { dir, machine = hostname(), hold = () => () => undefined } = options;
  const me = whoAmI(machine);

  /** Reads and writes while an `auto` clock stands still. */
  async function still<T>(run: () => Promise<T>): Promise<T> {
    const letGo = hold('the ledger');
    try {
      return await run();
    } catch (error) {
      if (error instanceof Error && 'syscall' in error)
        throw new LedgerError(dir, `cannot be used (${error.message})`, error);
      throw error;
    } finally {
      letGo();
    }
  }

  const folderOf = (key: string) => join(dir, idOf(key));

  /** Whether somebody holds it who is alive. */
  async function isHeld({ name }: Place): Promise<boolean> {
    const holder = holderIn(name);
    return holder !== undefined && isAlive(holder, machine);
  }

  /** A name of one's own for the record in a folder. */
  async function mineIn(folder: string): Promise<Place> {
    return { folder, name: nameOf(await me) + recordEnd };
  }

  /** Makes the folder of a new one, its record in it, at once; undefined when another one was faster. */
  async function make(mine: Place, record: LedgerRecord): Promise<Claim | undefined> {
    const draft = join(dir, mine.name + draftEnd);
    await mkdir(draft, { recursive: true });
    await writeFile(join(draft, mine.name), JSON.stringify(record), { flush: true });
    // A folder takes the place of an empty one at most.
    if (await isRenamed(draft, mine.folder, ['ENOTEMPTY', 'EEXIST', 'EPERM'])) {
      await keepNames(dir);
      return claimOf(mine, record);
    }
    await rm(draft, { recursive: true, force: true });
    return undefined;
  }

  /**
   * Takes what nobody holds: renames it to one's own name. Undefined when another one was faster.
   *
   * @param next what it is to be, from what it was when it was taken; undefined gives it back
   */
  async function take(seen: Place, next: (was: LedgerRecord) => LedgerRecord | undefined) {
    const mine = await mineIn(seen.folder);
    if (!(await isRenamed(pathOf(seen), pathOf(mine), ['ENOENT']))) return undefined;
    try {
      await tidy(mine);
      // It may have changed after it was seen, and before it was taken.
      const was = await read(mine);
      const is = was && next(was);
      if (is && is !== was) await write(mine, is);
      if (is) return claimOf(mine, is);
    } catch (error) {
      await free(mine);
      throw error;
    }
    await free(mine);
    return undefined;
  }

  function claimOf(mine: Place, first: LedgerRecord): Claim {
    let last = first;
    let isOver = false;
    return {
      get record() {
        return last;
      },
      save: change =>
        still(async () => {
          if (isOver) throw claimIsOver(last.key);
          const next = { ...last, ...change };
          await write(mine, next);
          last = next;
        }),
      release: () =>
        still(async () => {
          if (isOver) return;
          isOver = true;
          await free(mine);
        }),
    };
  }

  async function claim(key: string, fresh: () => LedgerRecord, gone?: string): Promise<Claiming> {
    const folder = folderOf(key);
    for (let round = 0; round < mostRounds; round += 1) {
      const seen = await lookInto(folder);
      if (seen && isStanding(seen.record, gone)) return { kind: 'done', record: seen.record };
      if (seen && (await isHeld(seen.place))) return { kind: 'held', record: seen.record };
      const mine = seen
        ? await take(seen.place, was => (isStanding(was, gone) ? undefined : begun(was, fresh)))
        : await make(await mineIn(folder), fresh());
      if (mine) return { kind: 'claimed', claim: mine };
    }
    throw new LedgerError(folder, "was never this one's turn, or it holds what is no record; move that away");
  }

  async function abandoned(onBroken?: (error: Error) => void): Promise<string[]> {
    await mkdir(dir, { recursive: true });
    const keys: string[] = [];
    for (const name of await readdir(dir)) {
      const isLeftOver = name.endsWith(draftEnd) && !(await isHeld({ folder: dir, name }));
      if (isLeftOver) await rm(join(dir, name), { recursive: true, force: true });
      const seen = await lookIntoAny(name, onBroken);
      if (seen?.record.state === 'PENDING' && !(await isHeld(seen.place))) keys.push(seen.record.key);
    }
    return keys;
  }

  /** The record in a folder of a name, if it is one; who wants to hear of it is told that it cannot be read. */
  async function lookIntoAny(name: string, onBroken?: (error: Error) => void) {
    if (!idForm.test(name)) return undefined;
    return lookInto(join(dir, name)).catch(error => {
      if (!(error instanceof LedgerError) || !onBroken) throw error;
      onBroken(error);
      return undefined;
    });
  }

  async function takeOver(key: string): Promise<Claim | undefined> {
    const seen = await lookInto(folderOf(key));
    if (seen?.record.state !== 'PENDING' || (await isHeld(seen.place))) return undefined;
    return take(seen.place, was => (was.state === 'PENDING' ? was : undefined));
  }

  async function findBooking(bookingId: string): Promise<LedgerRecord | undefined> {
    const found: LedgerRecord[] = [];
    const broken: Error[] = [];
    for (const name of await listed(dir)) {
      const seen = await lookIntoAny(name, error => broken.push(error));
      if (seen?.record.bookingId === bookingId) found.push(seen.record);
    }
    // It may be the one that is looked for.
    if (found.length === 0 && broken[0]) throw broken[0];
    return pendingFirst(found);
  }

  return {
    claim: (key, fresh, gone) => still(() => claim(key, fresh, gone)),
    abandoned: onBroken => still(() => abandoned(onBroken)),
    takeOver: key => still(() => takeOver(key)),
    find: key => still(async () => (await lookInto(folderOf(key)))?.record),
    findBooking: bookingId => still(() => findBooking(bookingId)),
  };
}

export { LedgerError } from './files.ts';

/** One that is still open goes on, one that failed begins anew. */
const begun = (was: LedgerRecord, fresh: () => LedgerRecord): LedgerRecord =>
  was.state === 'PENDING' ? was : fresh();
