/** Memory that is used again and again, one answer at a time. */
export interface Buffers {
  /** Memory of at least so many bytes, with anything in it. */
  take(size: number): Uint8Array;
  /** Gives memory back, when nobody reads it any more. */
  give(bytes: Uint8Array): void;
}

/**
 * Buffers of one size class; at most `most` lie idle. Large strings made for one answer each are what made the garbage
 * collector, and the process, grow.
 */
export function createBuffers(size: number, most: number): Buffers {
  const idle: Uint8Array[] = [];
  return {
    take: wanted => (wanted > size ? new Uint8Array(wanted) : (idle.pop() ?? new Uint8Array(size))),
    give(bytes) {
      if (bytes.length === size && idle.length < most) idle.push(bytes);
    },
  };
}
