/**
 * A store of texts with a memory limit. Each text has a number as its key. When the limit is reached, the store drops
 * the oldest texts.
 */
export interface ChunkedBuffer extends BufferView {
  put(number: number, text: string): void;
  /** The number of dropped texts. */
  readonly dropped: number;
  /** Returns the present content of the buffer. Later changes of the buffer do not change the view. */
  freeze(): BufferView;
}

/** The content of a buffer. */
export interface BufferView {
  get(number: number): string | undefined;
  /** The lowest number that a text in the buffer has; Infinity when the buffer is empty. */
  readonly first: number;
}

/** The buffer calls this function with each text that it drops. */
type OnDrop = (number: number, text: string) => void;

// The buffer keeps bytes instead of strings, in chunks that it reuses. When the buffer kept strings, they burdened
// the garbage collector, and the process grew to several times their size.
interface Chunk {
  bytes: Uint8Array<ArrayBuffer>;
  used: number;
  first: number;
  last: number;
  /** The numbers of the texts in this chunk, in the order of `put`. For each text, `ends` has the index after its last byte. */
  numbers: number[];
  ends: number[];
  /** Whether a view uses the bytes, so that no other chunk may overwrite them. */
  isFrozen: boolean;
}

/** The maximum size of a chunk in bytes. Chunks are small, because a call waits while `onDrop` handles a whole chunk. */
const maxChunk = 262_144;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Creates an empty buffer.
 *
 * @param bytes the maximum memory of all texts, in bytes
 */
export function createChunkedBuffer(bytes: number, onDrop?: OnDrop): ChunkedBuffer {
  const chunkSize = Math.min(maxChunk, Math.ceil(bytes / 8));
  const chunks: Chunk[] = [];
  let size = 0;
  let dropped = 0;

  function addChunk(least: number): Chunk {
    const wanted = Math.max(chunkSize, least);
    let last: Chunk | undefined;
    while (chunks.length > 0 && size + wanted > bytes) last = dropChunk();
    const reused = last?.bytes.length === wanted && !last.isFrozen ? last.bytes : new Uint8Array(wanted);
    const chunk = createChunk(reused);
    size += wanted;
    chunks.push(chunk);
    return chunk;
  }

  function dropChunk(): Chunk | undefined {
    const chunk = chunks.shift();
    if (!chunk) return undefined;
    size -= chunk.bytes.length;
    dropped += chunk.numbers.length;
    if (onDrop) for (const [index, number] of chunk.numbers.entries()) onDrop(number, textAt(chunk, index));
    return chunk;
  }

  function put(number: number, text: string): void {
    const current = chunks.at(-1);
    if (current && write(current, number, text)) return;
    // UTF-8 takes at most three bytes for each unit of a JavaScript string.
    if (3 * text.length <= bytes) {
      write(addChunk(text.length <= chunkSize / 3 ? 0 : 3 * text.length), number, text);
      return;
    }
    dropped += 1;
    onDrop?.(number, text);
  }

  return {
    put,
    get: number => findIn(chunks, number),
    get first() {
      return firstOf(chunks);
    },
    get dropped() {
      return dropped;
    },
    freeze() {
      for (const chunk of chunks) chunk.isFrozen = true;
      // Chunks only get longer. The view ignores the numbers that come later.
      const frozen = chunks.map(chunk => ({ ...chunk, count: chunk.numbers.length }));
      return { get: number => findIn(frozen, number), first: firstOf(frozen) };
    },
  };
}

const createChunk = (bytes: Uint8Array<ArrayBuffer>): Chunk => ({
  bytes,
  used: 0,
  first: Number.POSITIVE_INFINITY,
  last: 0,
  numbers: [],
  ends: [],
  isFrozen: false,
});

/** A chunk of which only the first `count` texts are visible. Without `count`, all texts are visible. */
type VisibleChunk = Chunk & { count?: number };

function findIn(chunks: readonly VisibleChunk[], number: number): string | undefined {
  for (const chunk of chunks) {
    const text = find(chunk, number);
    if (text !== undefined) return text;
  }
  return undefined;
}

const firstOf = (chunks: readonly Chunk[]): number =>
  chunks.reduce((least, chunk) => Math.min(least, chunk.first), Number.POSITIVE_INFINITY);

/** Appends a text to a chunk. Returns false when the text does not fit. */
function write(chunk: Chunk, number: number, text: string): boolean {
  const { read, written } = encoder.encodeInto(text, chunk.bytes.subarray(chunk.used));
  if (read < text.length) return false;
  chunk.used += written;
  chunk.numbers.push(number);
  chunk.ends.push(chunk.used);
  chunk.first = Math.min(chunk.first, number);
  chunk.last = Math.max(chunk.last, number);
  return true;
}

function find(chunk: VisibleChunk, number: number): string | undefined {
  if (number < chunk.first || number > chunk.last) return undefined;
  const { numbers, count = numbers.length } = chunk;
  const guess = Math.min(number - (numbers[0] ?? 0), numbers.length - 1); // the numbers are nearly in order
  const index = numbers[guess] === number ? guess : numbers.indexOf(number);
  return index < 0 || index >= count ? undefined : textAt(chunk, index);
}

const textAt = ({ bytes, ends }: Chunk, index: number): string =>
  decoder.decode(bytes.subarray(ends[index - 1] ?? 0, ends[index]));
