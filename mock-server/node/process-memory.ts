import { totalmem } from 'node:os';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '#contracts';
import { once } from '#contracts/util';
import type { MemoryBound } from '../books/index.ts';

/** The minimum of `--max-memory`, in bytes. With less, a server could refuse its first Searches. */
export const minMemory = 192e6;

/** The part of the memory of the container or the machine. */
const defaultShare = 0.75;
/** The memory of the program under load that is not in the heap of V8: code, stacks and buffers. Measured in bytes. */
const programBytes = 112 * 1_048_576;
/** The other part of the bound is for bookings and running calls. */
const journalShare = 0.5;
const minJournals = 8 * 1_048_576; // bytes
/**
 * How much the heap grows before V8 collects garbage again, in percent. With 20 percent, the collections take a fifth of the processor time
 * of bookings; but near the bound, garbage would take the place of recorded calls.
 */
const growth = { far: 40, near: 20 };
/** From this part of the bound on, the heap grows less. */
const nearShare = 0.5;
/** Reading takes longer than recording a call, and the heap changes little in some calls. */
const readsPerReading = 32;
/** Stays free, because the heap of V8 grows between two garbage collections. */
const freeShare = 0.08;
// Milliseconds.
const collectAfter = 1_000;
const collectEvery = 10_000;

/** Of a whole server process, without the heaps of its worker threads. */
export class ProcessMemory implements MemoryBound {
  readonly max: number;
  #isSmall = false;
  #reads = 0;
  #last = { heap: 0, outside: 0 };
  #growth = 0;
  #isCollecting = false;

  /** @param wanted bytes; undefined for the default */
  constructor(wanted: number | undefined) {
    const limit = getHeapStatistics().heap_size_limit + programBytes;
    this.max = Math.min(limit, wanted ?? Math.max(minMemory, memoryOfMachine() * defaultShare));
  }

  used(): number {
    const { heap, outside } = this.#read();
    return programBytes + heap + outside;
  }

  /** Collects garbage, because it counts as used. */
  async refused(): Promise<void> {
    if (this.#isCollecting) return;
    this.#isCollecting = true;
    await systemClock.sleep(collectAfter);
    if (this.#isSmall) collector()?.({ type: 'major' });
    await systemClock.sleep(collectEvery);
    this.#isCollecting = false;
  }

  /** Leaves the more memory to the recorded calls the less the heap takes, but never more than half of the bound. */
  forJournals(): number {
    const { heap } = this.#read();
    const left = this.max * (1 - freeShare) - programBytes - heap;
    return Math.max(minJournals, Math.min(left, this.max * journalShare));
  }

  #read(): { readonly heap: number; readonly outside: number } {
    if (this.#reads % readsPerReading === 0) {
      const { total_heap_size: heap, external_memory: outside } = getHeapStatistics();
      this.#last = { heap, outside };
      if (this.#isSmall) this.#limitGrowth(programBytes + heap + outside);
    }
    this.#reads += 1;
    return this.#last;
  }

  #limitGrowth(used: number): void {
    const percent = used < this.max * nearShare ? growth.far : growth.near;
    if (percent !== this.#growth) setFlagsFromString(`--heap-growing-percent=${percent}`);
    this.#growth = percent;
  }

  /** By default, V8 grows its young generation to 130 MB under load, and its old generation to twice the live data. */
  keepSmall(): void {
    setFlagsFromString('--semi-space-growth-factor=1');
    this.#isSmall = true;
    this.#limitGrowth(this.used());
  }
}

/** Undefined for Bun and Deno, which collect garbage in their own way. Made when a server is full, because it takes some milliseconds. */
const collector = once((): ((how: { type: 'major' }) => void) | undefined => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('globalThis.gc');
});

/** In bytes; the limit of the container if there is one. */
function memoryOfMachine(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
