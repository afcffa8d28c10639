import { createHeap } from '../heap.ts';
import { type Chunk, forgetChunk } from './chunk-list.ts';

/** The limit can sink between two chunks. After this number of texts, the used memory is checked again. */
const textsPerCheck = 64;
/** A check drops at most this number of chunks, so that no call waits for long. */
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
 * dropped first.
 *
 * @example const memory = new JournalMemory(() => 256 * 1_048_576);
 */
export class JournalMemory {
  readonly #max: (() => number) | undefined;
  readonly #chunks = createHeap<Chunk>((a, b) => a.age - b.age || a.from - b.from);
  #used = 0;
  #ages = 0;
  /** The bytes of the chunk that was dropped last. The next chunk uses them if it has the same size. */
  #spare: Uint8Array<ArrayBuffer> | undefined;

  /** @param max returns the maximum number of bytes of all journals, which can change. Only a server in Node has a maximum. */
  constructor(max?: () => number) {
    this.#max = max;
  }

  /** The bytes of all journals. */
  get used(): number {
    return this.#used;
  }

  /** Returns the age of a text that is stored now. From time to time, gives way to the other parts of the process. */
  nextAge(): number {
    this.#ages += 1;
    if (this.#ages % textsPerCheck === 0) this.giveWay();
    return this.#ages;
  }

  /**
   * Drops the oldest chunks if the other parts of the process have grown. Drops only some at a time.
   *
   * @param bytes the bytes that the process uses above its bound
   */
  giveWay(bytes = 0): void {
    this.#dropTo(Math.min(this.#limit(), this.#used - bytes), droppedPerCheck);
  }

  /** Returns bytes for a chunk. Drops the oldest chunks of all journals if the limit requires this. */
  take(size: number): Uint8Array<ArrayBuffer> {
    this.#dropTo(this.#limit() - size);
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare?.length === size) return spare;
    if (spare) this.#free(spare);
    // A process can have only some ten thousand mappings, so small chunks have none.
    return this.#max && size >= minMapped ? resizableBytes(size) : new Uint8Array(size);
  }

  /** Counts a chunk, so that it can be dropped. Its bytes come from `take`. */
  add(chunk: Chunk): void {
    this.#chunks.push(chunk);
    this.#used += chunk.bytes.length;
  }

  /** Notes that a journal no longer has a chunk. */
  release(chunk: Chunk): void {
    if (this.#chunks.remove(chunk)) this.#used -= chunk.bytes.length;
  }

  /** Takes the bytes of a chunk that its list no longer has. */
  recycle({ bytes, isFrozen }: Chunk): void {
    if (isFrozen) return; // a view can still read the bytes
    if (this.#spare) this.#free(this.#spare);
    this.#spare = bytes;
  }

  #limit(): number {
    return this.#max?.() ?? Number.POSITIVE_INFINITY;
  }

  #dropTo(bytes: number, atMost = Number.POSITIVE_INFINITY): void {
    for (let count = 0; count < atMost && this.#used > bytes; count += 1) {
      const oldest = this.#chunks.peek();
      if (!oldest) return;
      this.release(oldest);
      forgetChunk(oldest);
      this.recycle(oldest);
    }
  }

  /** Frees bytes now, because the garbage collector frees them only when it next collects the old part of the heap. */
  #free({ buffer }: Uint8Array<ArrayBuffer>): void {
    if (this.#max) buffer.transfer(0);
  }
}
