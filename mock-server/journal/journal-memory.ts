import { createHeap } from '../heap.ts';
import { type Chunk, forgetChunk } from './chunk-list.ts';

/** The limit can sink between two chunks. After this number of texts, the used memory is compared with the limit again. */
const textsPerCheck = 64;
/** From this size on, the memory of a chunk goes back to the system when the chunk is dropped. */
const minMapped = 131_072;

/**
 * Returns bytes. V8 takes the memory of a resizable buffer from the system, and gives it back. Other buffers come from the C library,
 * which keeps freed memory for itself. A process can have only some ten thousand mappings, so small buffers have none.
 */
function newBytes(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    size < minMapped ? new ArrayBuffer(size) : new ArrayBuffer(size, { maxByteLength: size }),
  );
}

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

  /** Returns the age of a text that is stored now. From time to time, makes room for the other parts of the process, which grow. */
  nextAge(): number {
    this.#ages += 1;
    if (this.#ages % textsPerCheck === 0) this.#makeRoom(0);
    return this.#ages;
  }

  /** Returns bytes for a chunk. Drops the oldest chunks of all journals if the limit requires this. */
  take(size: number): Uint8Array<ArrayBuffer> {
    this.#makeRoom(size);
    const spare = this.#spare;
    this.#spare = undefined;
    return spare?.length === size ? spare : newBytes(size);
  }

  /** Counts a chunk, so that it can be dropped. Its bytes come from `take`. */
  add(chunk: Chunk): void {
    this.#chunks.push(chunk);
    this.#used += chunk.bytes.length;
  }

  /** Gives back the unused bytes of a chunk. */
  trim(chunk: Chunk): void {
    const unused = chunk.bytes.length - chunk.used;
    if (unused === 0) return;
    chunk.bytes = chunk.bytes.slice(0, chunk.used);
    chunk.list.size -= unused;
    this.#used -= unused;
  }

  /** Notes that a journal no longer has a chunk. */
  release(chunk: Chunk): void {
    if (this.#chunks.remove(chunk)) this.#used -= chunk.bytes.length;
  }

  #makeRoom(size: number): void {
    const max = this.#max();
    while (this.#used + size > max) {
      const oldest = this.#chunks.peek();
      if (!oldest) return;
      this.release(oldest);
      forgetChunk(oldest);
      if (!oldest.isFrozen) this.#spare = oldest.bytes;
    }
  }
}
