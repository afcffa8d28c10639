import type { JournalMemory } from './journal/index.ts';

/** The memory of the process that a server can use. `serve` makes this object from its option `--max-memory`. */
export interface MemoryBound {
  /** The bound, in bytes. */
  readonly max: number;
  /** Returns the bytes that the process uses now. Called for every Search and every new sandbox. */
  used(): number;
  /** Returns the bytes that the recorded calls of all sandboxes can use now. */
  forJournals(): number;
  /** Called after a call was refused because of the bound. */
  refused(): void;
}

export interface ServerMemory {
  readonly memory: MemoryBound | undefined;
  readonly journalMemory: Pick<JournalMemory, 'giveWay'>;
}

/** Undefined if the server has memory left. Recorded calls give way first. */
export function fullMessage({ memory, journalMemory }: ServerMemory): string | undefined {
  const excess = memory ? memory.used() - memory.max : 0;
  if (!memory || excess <= 0) return undefined;
  journalMemory.giveWay(excess);
  const used = memory.used();
  if (used <= memory.max) return undefined;
  memory.refused();
  return `the server uses ${inMebibytes(used)} of memory, and its bound is ${inMebibytes(memory.max)}; delete sandboxes that are no longer used, or start the server with a larger --max-memory`;
}

const inMebibytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MiB`;
