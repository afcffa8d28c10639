import type { HeapItem } from '../heap.ts';
import { hasFactsOnly } from './recorded-call.ts';

/** A part of a journal's memory. Bytes instead of strings, because strings burdened the garbage collector. */
export interface Chunk extends HeapItem {
  bytes: Uint8Array<ArrayBuffer>;
  used: number;
  first: number;
  last: number;
  /** The numbers of the texts in this chunk, in the order of `put`. For each text, `ends` has the index after its last byte. */
  readonly numbers: number[];
  readonly ends: number[];
  /** The age of the oldest text, compared with the chunks of all journals. A lower number is older. */
  readonly age: number;
  /** The position of the first text among all texts that were ever put into the list. */
  readonly from: number;
  /** Whether a view uses the bytes, so that no other chunk may overwrite them. */
  isFrozen: boolean;
  readonly list: ChunkList;
}

/** The chunks of one buffer, the oldest first. */
export interface ChunkList {
  readonly chunks: Chunk[];
  /** The bytes of all chunks. */
  size: number;
  /** The number of texts that the buffer has dropped because of its own limit. */
  dropped: number;
  /** Whether several texts can have the same number. The last one counts. */
  hasRepeats: boolean;
  /** The position of the next text. */
  next: number;
  /** The number of exchanges that were dropped because of the limit of all journals, and how many of them had bodies. */
  readonly forgotten: { facts: number; bodies: number };
}

/** Creates an empty list. @param next the position of the first text */
export const createChunkList = (next = 0): ChunkList => ({
  chunks: [],
  size: 0,
  dropped: 0,
  hasRepeats: false,
  next,
  forgotten: { facts: 0, bodies: 0 },
});

/** Returns the position after the last text of a chunk. */
export const endOf = ({ from, ends }: Chunk): number => from + ends.length;

const decoder = new TextDecoder();

/** Returns the text at an index of a chunk. */
export const textAt = ({ bytes, ends }: Chunk, index: number): string =>
  decoder.decode(bytes.subarray(ends[index - 1] ?? 0, ends[index]));

/** The number of characters that show whether a text has bodies. */
const headLength = 20;

/** Drops a chunk because of the limit of all journals. */
export function forgetChunk(chunk: Chunk): void {
  const { list, ends } = chunk;
  list.chunks.splice(list.chunks.indexOf(chunk), 1);
  list.size -= chunk.bytes.length;
  list.forgotten.facts += ends.length;
  for (const index of ends.keys()) {
    const start = ends[index - 1] ?? 0;
    const head = decoder.decode(chunk.bytes.subarray(start, start + headLength));
    if (!hasFactsOnly(head)) list.forgotten.bodies += 1;
  }
}
