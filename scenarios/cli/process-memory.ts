import { totalmem } from 'node:os';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '#contracts';
import type { MemoryBound, MockSupplier } from '#mock-server';

/** The part of the memory of the container or the machine that a server uses by default. The rest is for code and buffers. */
const defaultShare = 0.5;
/** The number of removed sandboxes after which the process gives memory back to the system. */
const removedPerCollection = 200;
/** The time between the reason for a garbage collection and the collection, in milliseconds. */
const collectAfter = 1_000;
/** The minimum time between two garbage collections of a server that uses all of its memory, in milliseconds. */
const collectEvery = 10_000;

/** The bound of the memory of a server process: the heap of V8, and the bytes of journals and buffers outside of the heap. */
export class ProcessMemory implements MemoryBound {
  readonly max: number;
  #collect: ((how: { type: 'major'; flavor: 'last-resort' }) => void) | undefined;
  #removed = 0;
  #isCollecting = false;

  /** @param wanted the value of `--max-memory` in bytes; undefined for the default */
  constructor(wanted: number | undefined) {
    const limit = getHeapStatistics().heap_size_limit;
    this.max = Math.min(limit, wanted ?? memoryOfMachine() * defaultShare);
  }

  used(): number {
    const { used_heap_size: heap, external_memory: outside } = getHeapStatistics();
    const used = heap + outside;
    if (used > this.max) void this.#collectWhenFull();
    return used;
  }

  /**
   * Gives memory back to the system by a full garbage collection: one second after the start, and one second after many
   * sandboxes were removed. Loading modules leaves a young generation of 16 MB, and V8 shrinks this generation only in such a
   * collection. In a measurement, the collection after the start took 25 ms and saved 8 MB under load.
   */
  giveBack({ sandboxes }: MockSupplier): void {
    setFlagsFromString('--expose-gc');
    this.#collect = runInNewContext('gc');
    sandboxes.onGone(() => {
      this.#removed += 1;
      if (this.#removed === removedPerCollection) void this.#collectSoon();
    });
    void this.#collectSoon();
  }

  async #collectSoon(): Promise<void> {
    await systemClock.sleep(collectAfter);
    this.#removed = 0;
    this.#collect?.({ type: 'major', flavor: 'last-resort' });
  }

  /** Collects garbage of a full server, because garbage counts as used. */
  async #collectWhenFull(): Promise<void> {
    if (this.#isCollecting) return;
    this.#isCollecting = true;
    await this.#collectSoon();
    await systemClock.sleep(collectEvery);
    this.#isCollecting = false;
  }
}

/** Returns the limit of the container; the memory of the machine if there is no limit. In bytes. */
function memoryOfMachine(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
