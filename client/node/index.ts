import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  type Claim,
  type Claiming,
  createClaim,
  isConfirmed,
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
  LedgerError,
  listed,
  lookInto,
  maxRounds,
  type Place,
  pathOf,
  read,
  recordEnd,
  removeDrafts,
  syncFolder,
  write,
} from './files.ts';
import { type Holder, holderIn, isAlive, nameOf, thisProcess } from './holder.ts';

/** Options of `createFileLedger`. */
export interface FileLedgerOptions {
  /** A folder for the ledger only, created when it is missing. The processes of one machine may share it. */
  readonly dir: string;
  /**
   * The name of this machine; its host name by default. Whether a process of another machine is alive is unknown, so its
   * claims are never taken over: a container that replaces another one needs the other one's name, and containers that run
   * side by side need different names.
   */
  readonly machine?: string | undefined;
  /** Keeps an `auto` clock from jumping while files are read and written: the clock's own `hold`. */
  readonly hold?: ((who: string) => () => void) | undefined;
}

/**
 * Creates a ledger in a folder, which survives `kill -9`. Each requested booking has a folder with one file, its record. The
 * name of that file is `free.json`, or names the process that holds it. A claim renames the file to a unique name: of many
 * processes that try, the file system lets one succeed. The record of an ended process is claimed in the same way. A record is
 * written beside the old one and then renamed, so that a record is never half written.
 *
 * @throws LedgerError (as a rejection of its methods) when the folder cannot be used, or a record cannot be read
 * @example createClient({ …, ledger: createFileLedger({ dir: 'var/bookings' }) })
 */
export function createFileLedger(options: FileLedgerOptions): Ledger {
  const { dir, machine = hostname(), hold = () => () => undefined } = options;
  const files = new LedgerFolder(dir, machine);

  /** Reads and writes while an `auto` clock is on hold. */
  async function still<T>(run: () => Promise<T>): Promise<T> {
    const release = hold('the ledger');
    try {
      return await run();
    } catch (error) {
      if (error instanceof Error && 'syscall' in error)
        throw new LedgerError(dir, `cannot be used (${error.message})`, error);
      throw error;
    } finally {
      release();
    }
  }

  const claimOf = ({ mine, record }: Taken): Claim =>
    createClaim(record, {
      write: changed => still(() => write(mine, changed)),
      free: () => still(() => free(mine)),
    });

  return {
    claim: (key, fresh, cancelled) =>
      still(async (): Promise<Claiming> => {
        const claimed = await files.claim(key, fresh, cancelled);
        return 'mine' in claimed ? { kind: 'claimed', claim: claimOf(claimed) } : claimed;
      }),
    takeOver: key =>
      still(async () => {
        const taken = await files.takeOver(key);
        return taken && claimOf(taken);
      }),
    abandoned: onBroken => still(() => files.abandoned(onBroken)),
    find: key => still(async () => (await files.look(key))?.record),
    findBooking: bookingId => still(() => files.findBooking(bookingId)),
  };
}

export { LedgerError } from './files.ts';

/** A record that this process holds. */
interface Taken {
  readonly mine: Place;
  readonly record: LedgerRecord;
}

class LedgerFolder {
  readonly #dir: string;
  readonly #machine: string;
  readonly #me: Promise<Holder>;

  constructor(dir: string, machine: string) {
    this.#dir = dir;
    this.#machine = machine;
    this.#me = thisProcess(machine);
  }

  #folderOf(key: string): string {
    return join(this.#dir, idOf(key));
  }

  look(key: string) {
    return lookInto(this.#folderOf(key));
  }

  async claim(
    key: string,
    fresh: () => LedgerRecord,
    cancelled?: string,
  ): Promise<Taken | Exclude<Claiming, { kind: 'claimed' }>> {
    const folder = this.#folderOf(key);
    // An open booking continues, a failed one gets a new record.
    const begin = (was: LedgerRecord) => (was.state === 'PENDING' ? was : fresh());
    for (let round = 0; round < maxRounds; round += 1) {
      const seen = await lookInto(folder);
      if (seen && isConfirmed(seen.record, cancelled)) return { kind: 'done', record: seen.record };
      if (seen && (await this.#isHeld(seen.place))) return { kind: 'held', record: seen.record };
      const taken = seen
        ? await this.#take(seen.place, was => (isConfirmed(was, cancelled) ? undefined : begin(was)))
        : await this.#make(folder, fresh());
      if (taken) return taken;
    }
    throw new LedgerError(
      folder,
      'was taken by other processes each time, or its record is not valid; move an invalid record away',
    );
  }

  async takeOver(key: string): Promise<Taken | undefined> {
    const seen = await this.look(key);
    if (seen?.record.state !== 'PENDING' || (await this.#isHeld(seen.place))) return undefined;
    return this.#take(seen.place, was => (was.state === 'PENDING' ? was : undefined));
  }

  async abandoned(onBroken?: (error: Error) => void): Promise<string[]> {
    await mkdir(this.#dir, { recursive: true });
    const keys: string[] = [];
    for (const name of await readdir(this.#dir)) {
      const isLeftOver = name.endsWith(draftEnd) && !(await this.#isHeld({ folder: this.#dir, name }));
      if (isLeftOver) await rm(join(this.#dir, name), { recursive: true, force: true });
      const seen = await this.#lookIntoAny(name, onBroken);
      if (seen?.record.state === 'PENDING' && !(await this.#isHeld(seen.place))) keys.push(seen.record.key);
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
    // An unreadable record may be the right one.
    if (found.length === 0 && broken[0]) throw broken[0];
    return pendingFirst(found);
  }

  /** Returns whether a living process holds a record. */
  async #isHeld({ name }: Place): Promise<boolean> {
    const holder = holderIn(name);
    return holder !== undefined && isAlive(holder, this.#machine);
  }

  async #mineIn(folder: string): Promise<Place> {
    return { folder, name: nameOf(await this.#me) + recordEnd };
  }

  /** Creates a folder together with its record; undefined when another process was faster. */
  async #make(folder: string, record: LedgerRecord): Promise<Taken | undefined> {
    const mine = await this.#mineIn(folder);
    const draft = join(this.#dir, mine.name + draftEnd);
    await mkdir(draft, { recursive: true });
    await writeFile(join(draft, mine.name), JSON.stringify(record), { flush: true });
    // A rename replaces an empty folder only.
    if (await isRenamed(draft, folder, ['ENOTEMPTY', 'EEXIST', 'EPERM'])) {
      await syncFolder(this.#dir);
      return { mine, record };
    }
    await rm(draft, { recursive: true, force: true });
    return undefined;
  }

  /**
   * Claims a record that no process holds; undefined when another process was faster.
   *
   * @param next returns the new record from the claimed one; undefined releases it
   */
  async #take(
    seen: Place,
    next: (was: LedgerRecord) => LedgerRecord | undefined,
  ): Promise<Taken | undefined> {
    const mine = await this.#mineIn(seen.folder);
    if (!(await isRenamed(pathOf(seen), pathOf(mine), ['ENOENT']))) return undefined;
    try {
      await removeDrafts(mine);
      // It may have changed between the read and the rename.
      const was = await read(mine);
      const record = was && next(was);
      if (record && record !== was) await write(mine, record);
      if (record) return { mine, record };
    } catch (error) {
      await free(mine);
      throw error;
    }
    await free(mine);
    return undefined;
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
