import { hostname } from 'node:os';
import { type Claim, type Claiming, createClaim, type Ledger } from '../ledger/index.ts';
import { free, LedgerError, LedgerFolder, type Taken, write } from './files.ts';

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
