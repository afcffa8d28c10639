import { createHeap } from '../heap.ts';
import { type Chunk, forgetChunk } from './chunk-list.ts';

/**
 * The memory that the journals of all sandboxes share. When the limit is reached, the oldest exchanges of all sandboxes are
 * dropped first, also those of suspended sandboxes.
 *
 * @example const memory = new JournalMemory(() => 256 * 1_048_576);
 */
export class JournalMemory {
  readonly #max: () => number;
  readonly #chunks = createHeap<Chunk>((a, b) => a.age - b.age || a.from - b.from);
  #used = 0;
  #ages = 0;
  /** The bytes of the chunk that was dropped last. The next chunk uses them, so that the process does not grow. */
  #spare: Uint8Array<ArrayBuffer> | undefined;

  /** @param max returns the maximum number of bytes of all journals, which can change */
  constructor(max: () => number = () => Number.POSITIVE_INFINITY) {
    this.#max = max;
  }

  /** The bytes of all journals. */
  get used(): number {
    return this.#used;
  }

  /** Returns the age of a chunk that is created now. */
  nextAge(): number {
    this.#ages += 1;
    return this.#ages;
  }

  /** Returns bytes for a chunk. Drops the oldest chunks of all journals if the limit requires this. */
  take(size: number): Uint8Array<ArrayBuffer> {
    this.#makeRoom(size);
    const spare = this.#spare;
    this.#spare = undefined;
    return spare?.length === size ? spare : new Uint8Array(size);
  }

  /** Counts a chunk, so that it can be dropped. Its bytes come from `take`. */
  add(chunk: Chunk): void {
    this.#chunks.push(chunk);
    this.#used += chunk.bytes.length;
  }

  /** Replaces the bytes of a chunk by more or fewer bytes with the same content. */
  resize(chunk: Chunk, size: number): void {
    const change = size - chunk.bytes.length;
    if (change > 0) this.#makeRoom(change, chunk);
    const bytes = new Uint8Array(size);
    bytes.set(chunk.bytes.subarray(0, chunk.used));
    chunk.bytes = bytes;
    chunk.list.size += change;
    this.#used += change;
  }

  /** Notes that a journal no longer has a chunk. */
  release(chunk: Chunk): void {
    if (this.#chunks.remove(chunk)) this.#used -= chunk.bytes.length;
  }

  #makeRoom(size: number, kept?: Chunk): void {
    const max = this.#max();
    while (this.#used + size > max) {
      const oldest = this.#chunks.peek();
      if (!oldest || oldest === kept) return;
      this.release(oldest);
      forgetChunk(oldest);
      if (!oldest.isFrozen) this.#spare = oldest.bytes;
    }
  }
}
