import { hostname } from 'node:os';
import { type Claim, type Claiming, createClaim, type Ledger } from '../ledger/index.ts';
import { free, type HeldRecord, LedgerError, LedgerFolder, write } from './file-ledger.ts';

/** Options of `createFileLedger`. */
export interface FileLedgerOptions {
  /** A folder that contains only the ledger. The ledger creates the folder. All processes of one machine may share the folder. */
  readonly dir: string;
  /**
   * The name of this machine. The default is the host name. The ledger cannot check whether a process on another machine is
   * running, so the ledger never takes over the claims of another machine. A container that replaces another container needs
   * the same name. Containers that run at the same time need different names.
   */
  readonly machine?: string | undefined;
  /** The `hold` method of an `auto` clock. With it, the ledger stops the clock while it reads or writes files. */
  readonly hold?: ((who: string) => () => void) | undefined;
}

/**
 * Creates a ledger in a folder. No booking is lost when the process is killed. Each requested booking has a folder with
 * one file, its record. The file is called `free.json`, or its name contains the process that holds the record. To
 * claim a record, a process renames the file to a unique name. If several processes rename the same file, only one
 * process succeeds. A process claims the record of an ended process in the same way. The ledger writes a changed record
 * to a new file and then renames the new file, so a record is never incomplete.
 *
 * @throws LedgerError as the rejection of a method, when the folder cannot be used or a record cannot be read
 * @example createClient({ …, ledger: createFileLedger({ dir: 'var/bookings' }) })
 */
export function createFileLedger(options: FileLedgerOptions): Ledger {
  const { dir, machine = hostname(), hold = () => () => undefined } = options;
  const files = new LedgerFolder(dir, machine);

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

  const claimOf = ({ mine, record }: HeldRecord): Claim =>
    createClaim(record, {
      write: changed => onHold(() => write(mine, changed)),
      free: () => onHold(() => free(mine)),
    });

  return {
    claim: (key, fresh, cancelled) =>
      onHold(async (): Promise<Claiming> => {
        const claimed = await files.claim(key, fresh, cancelled);
        return 'mine' in claimed ? { kind: 'claimed', claim: claimOf(claimed) } : claimed;
      }),
    takeOver: key =>
      onHold(async () => {
        const taken = await files.takeOver(key);
        return taken && claimOf(taken);
      }),
    abandoned: onBroken => onHold(() => files.abandoned(onBroken)),
    find: key => onHold(async () => (await files.look(key))?.record),
    findBooking: bookingId => onHold(() => files.findBooking(bookingId)),
  };
}

export { LedgerError } from './file-ledger.ts';
