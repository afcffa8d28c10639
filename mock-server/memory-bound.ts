import { JournalMemory } from './journal/index.ts';

/** The memory of the process that a server can use. `serve` makes this object from its option `--max-memory`. */
export interface MemoryBound {
  /** The bound, in bytes. */
  readonly max: number;
  /** Returns the bytes that the process uses now. The control API calls this function for every new sandbox. */
  used(): number;
}

/** The part of the bound that the journals of all sandboxes can use. The other part is for bookings and running calls. */
const journalShare = 0.5;

/** Creates the memory that the journals of all sandboxes share; without a limit if the server has no bound. */
export const journalMemoryOf = (memory: MemoryBound | undefined): JournalMemory =>
  new JournalMemory(memory && (() => memory.max * journalShare));
