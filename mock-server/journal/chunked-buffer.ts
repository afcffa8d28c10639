import { type Chunk, type ChunkList, createChunkList, endOf, textAt } from './chunk-list.ts';
import { JournalMemory } from './journal-memory.ts';

/**
 * A store of texts with a memory limit. Each text has a number as its key. When the limit is reached, the store drops
 * the oldest texts.
 */
export interface ChunkedBuffer extends BufferView {
  /** Stores a text. `age` is the age of the text compared with the texts of all journals; by default, the text is new. */
  put(number: number, text: string, age?: number): void;
  /** The number of dropped texts. */
  readonly dropped: number;
  readonly list: ChunkList;
  /** Returns the present content of the buffer. Later changes of the buffer do not change the view. */
  freeze(): BufferView;
}

/** The content of a buffer. */
export interface BufferView {
  get(number: number): string | undefined;
  /** The lowest number that a text in the buffer has; Infinity when the buffer is empty. */
  readonly first: number;
}

/** The buffer calls this function with each text that it drops because of its own limit. */
type OnDrop = (number: number, text: string, age: number) => void;

/** The parts of a buffer that have a default. */
interface BufferParts {
  onDrop?: OnDrop | undefined;
  /** The memory that all buffers share. Default: no limit of all buffers. */
  memory?: JournalMemory | undefined;
  /** The chunks with which the buffer continues. Default: an empty list. */
  list?: ChunkList | undefined;
}

/** The maximum size of a chunk in bytes. Chunks are small, because a call waits while `onDrop` handles a whole chunk. */
const maxChunk = 262_144;
/** The size of the first chunk. Each chunk is as large as all before it, up to the maximum, because most sandboxes record only a few calls. */
const minChunk = 1_024;
const encoder = new TextEncoder();

/**
 * Creates a buffer.
 *
 * @param bytes the maximum memory of all texts, in bytes
 */
export function createChunkedBuffer(bytes: number, parts: BufferParts = {}): ChunkedBuffer {
  const { onDrop, memory = new JournalMemory(), list = createChunkList() } = parts;
  const { chunks } = list;
  const { addChunk } = createAllocator(bytes, { onDrop, memory, list });

  function put(number: number, text: string, age = memory.nextAge()): void {
    const last = chunks.at(-1);
    const current = last && endOf(last) === list.next ? last : undefined;
    if (current && write(current, number, text)) return;
    const least = maxBytesOf(text);
    if (least <= bytes) {
      write(addChunk(least, age), number, text);
      return;
    }
    list.dropped += 1;
    onDrop?.(number, text, age);
  }

  return {
    put,
    get: number => findIn(chunks, number),
    get first() {
      return firstOf(chunks);
    },
    get dropped() {
      return list.dropped;
    },
    freeze() {
      for (const chunk of chunks) chunk.isFrozen = true;
      // Chunks only get longer. The view ignores the numbers that come later.
      const frozen = chunks.map(chunk => ({ ...chunk, count: chunk.numbers.length }));
      return { get: number => findIn(frozen, number), first: firstOf(frozen) };
    },
    list,
  };
}

/** Creates the functions that add chunks to a list and drop the oldest chunks, so that the list stays within its bytes. */
function createAllocator(
  bytes: number,
  { onDrop, memory, list }: { onDrop: OnDrop | undefined; memory: JournalMemory; list: ChunkList },
) {
  const chunkSize = Math.min(maxChunk, Math.ceil(bytes / 8));
  const { chunks } = list;

  function dropChunk(): void {
    const chunk = chunks.shift();
    if (!chunk) return;
    memory.release(chunk);
    list.size -= chunk.bytes.length;
    list.dropped += chunk.numbers.length;
    if (onDrop)
      for (const [index, number] of chunk.numbers.entries()) onDrop(number, textAt(chunk, index), chunk.age);
    memory.recycle(chunk);
  }

  return {
    /** Adds a chunk with room for at least this number of bytes. */
    addChunk(least: number, age: number): Chunk {
      const wanted = Math.max(least, Math.min(chunkSize, Math.max(minChunk, powerOfTwo(list.size))));
      while (chunks.length > 0 && list.size + wanted > bytes) dropChunk();
      const chunk = newChunk({ bytes: memory.take(wanted), age, from: list.next, list });
      list.size += wanted;
      chunks.push(chunk);
      memory.add(chunk);
      return chunk;
    },
  };
}

const newChunk = (parts: Pick<Chunk, 'bytes' | 'age' | 'from' | 'list'>): Chunk => ({
  used: 0,
  first: Number.POSITIVE_INFINITY,
  last: 0,
  numbers: [],
  ends: [],
  isFrozen: false,
  place: 0,
  ...parts,
});

/** Returns the next power of two. Chunks of equal sizes can take the memory of each other. */
const powerOfTwo = (size: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, size)));

/** UTF-8 takes at most three bytes for each unit of a JavaScript string. */
const maxBytesOf = (text: string): number => 3 * text.length;

/** Appends a text to a chunk. Returns false when the text does not fit. */
function write(chunk: Chunk, number: number, text: string): boolean {
  const { read, written } = encoder.encodeInto(text, chunk.bytes.subarray(chunk.used));
  if (read < text.length) return false;
  note(chunk, number, written);
  chunk.list.next += 1;
  return true;
}

function note(chunk: Chunk, number: number, size: number): void {
  chunk.used += size;
  chunk.numbers.push(number);
  chunk.ends.push(chunk.used);
  chunk.first = Math.min(chunk.first, number);
  chunk.last = Math.max(chunk.last, number);
}

/** A chunk of which only the first `count` texts are visible. Without `count`, all texts are visible. */
type VisibleChunk = Chunk & { count?: number };

function findIn(chunks: readonly VisibleChunk[], number: number): string | undefined {
  for (const chunk of chunks.toReversed()) {
    const text = find(chunk, number);
    if (text !== undefined) return text;
  }
  return undefined;
}

const firstOf = (chunks: readonly Chunk[]): number =>
  chunks.reduce((least, chunk) => Math.min(least, chunk.first), Number.POSITIVE_INFINITY);

function find(chunk: VisibleChunk, number: number): string | undefined {
  if (number < chunk.first || number > chunk.last) return undefined;
  const { numbers, count = numbers.length } = chunk;
  const guess = Math.min(number - (numbers[0] ?? 0), count - 1); // the numbers are nearly in order
  const isRight = numbers[guess] === number && !chunk.list.hasRepeats;
  const index = isRight ? guess : numbers.lastIndexOf(number, count - 1);
  return index < 0 ? undefined : textAt(chunk, index);
}
