import { createHeap } from '../heap.ts';
import { type Chunk, forgetChunk } from './chunk-list.ts';

/** The limit can sink between two chunks. After this number of texts, the used memory is compared with the limit again. */
const textsPerCheck = 64;
/** A comparison drops at most this number of chunks, so that no call waits for long. */
const droppedPerCheck = 32;
/** From this size on, the memory of a chunk goes back to the system when the chunk is dropped. */
const minMapped = 131_072;

/**
 * Returns bytes of a resizable buffer. V8 takes their memory from the system, and gives it back. Other buffers come from the C
 * library, which keeps freed memory for itself. Browsers do not encode texts into resizable buffers; Node does.
 */
const resizableBytes = (size: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new ArrayBuffer(size, { maxByteLength: size }));

/**
 * The memory that the journals of all sandboxes share. When the limit is reached, the oldest exchanges of all sandboxes are
 * dropped first, also those of suspended sandboxes.
 *
 * @example const memory = new JournalMemory(() => 256 * 1_048_576);
 */
export class JournalMemory {
  readonly #max: (() => number) | undefined;
  readonly #chunks = createHeap<Chunk>((a, b) => a.age - b.age || a.from - b.from);
  #used = 0;
  #ages = 0;
  /** The bytes of the chunk that was dropped last. The next chunk uses them, so that the process does not grow. */
  #spare: Uint8Array<ArrayBuffer> | undefined;

  /** @param max returns the maximum number of bytes of all journals, which can change. Only a server in Node has a maximum. */
  constructor(max?: () => number) {
    this.#max = max;
  }

  /** The bytes of all journals. */
  get used(): number {
    return this.#used;
  }

  /** Returns the age of a text that is stored now. From time to time, makes room for the other parts of the process, which grow. */
  nextAge(): number {
    this.#ages += 1;
    if (this.#ages % textsPerCheck === 0) this.#makeRoom(0, droppedPerCheck);
    return this.#ages;
  }

  /** Returns bytes for a chunk. Drops the oldest chunks of all journals if the limit requires this. */
  take(size: number): Uint8Array<ArrayBuffer> {
    this.#makeRoom(size);
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare?.length === size) return spare;
    // A process can have only some ten thousand mappings, so small chunks have none.
    return this.#max && size >= minMapped ? resizableBytes(size) : new Uint8Array(size);
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

  #makeRoom(size: number, atMost = Number.POSITIVE_INFINITY): void {
    const max = this.#max?.() ?? Number.POSITIVE_INFINITY;
    for (let count = 0; count < atMost && this.#used + size > max; count += 1) {
      const oldest = this.#chunks.peek();
      if (!oldest) return;
      this.release(oldest);
      forgetChunk(oldest);
      if (!oldest.isFrozen) this.#spare = oldest.bytes;
    }
  }
}
