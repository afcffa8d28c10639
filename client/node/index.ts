import { hostname } from 'node:os';
import type { Ledger } from '../ledger/index.ts';
import { LedgerError, LedgerFolder } from './file-ledger.ts';

/** Options of `createFileLedger`. */
export interface FileLedgerOptions {
  /** A folder for the ledger alone, created if needed. All processes of one machine may share it. */
  readonly dir: string;
  /**
   * The name of this machine; by default the host name. Claims of another machine are never taken over, because the ledger cannot see its
   * processes. A container that replaces another one needs the same name; concurrent containers need different names.
   */
  readonly machine?: string | undefined;
  /** The `hold` method of an `auto` clock, which then stops while the ledger reads or writes. */
  readonly hold?: ((who: string) => () => void) | undefined;
}

/**
 * Creates a ledger in a folder. No booking is lost when the process is killed. Each booking has a folder with one file, its
 * record, whose name contains the holder, or is `free.json`. A process claims a record by a rename, which only one process
 * can do. A changed record is written to a new file and then renamed, so it is never incomplete.
 *
 * @throws LedgerError as the rejection of a method, when the folder cannot be used or a record cannot be read
 * @example createClient({ …, ledger: createFileLedger({ dir: 'var/bookings' }) })
 */
export function createFileLedger(options: FileLedgerOptions): Ledger {
  const { dir, machine = hostname(), hold = () => () => undefined } = options;
  const files = new LedgerFolder(dir, machine, onHold);

  async function onHold<T>(run: () => Promise<T>): Promise<T> {
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

  return {
    claim: (key, fresh, cancelled) => onHold(() => files.claim(key, fresh, cancelled)),
    takeOver: key => onHold(() => files.takeOver(key)),
    abandoned: onBroken => onHold(() => files.abandoned(onBroken)),
    find: key => onHold(async () => (await files.look(key))?.record),
    findBooking: bookingId => onHold(() => files.findBooking(bookingId)),
  };
}

export { LedgerError } from './file-ledger.ts';
export { createTlsFetch, type TlsFetchOptions } from './tls-fetch.ts';
