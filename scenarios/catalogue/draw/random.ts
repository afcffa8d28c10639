/** A source of pseudo-random values. Two sources from the same text return the same values for the same calls. */
export interface Random {
  /** Returns a whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** Returns true with a probability of `share`, from 0 to 1. */
  chance(share: number): boolean;
  /** Throws a RangeError if the list is empty. */
  pick<Value>(values: readonly Value[]): Value;
  /** Returns some of the values, each at most once, in random order. */
  sample<Value>(values: readonly Value[], count: number): Value[];
  /** Returns a separate source for one topic. Its values do not depend on calls to any other source. */
  about(topic: string): Random;
}

export function createRandom(text: string): Random {
  let state = hashOf(text);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    integer,
    chance: share => next() < share,
    pick(values) {
      const value = values[integer(0, values.length - 1)];
      if (value === undefined) throw new RangeError('pick needs a value');
      return value;
    },
    sample(values, count) {
      const left = [...values];
      const size = Math.min(count, left.length);
      return Array.from({ length: size }, () => left.splice(integer(0, left.length - 1), 1)).flat();
    },
    about: topic => createRandom(`${text}\n${topic}`),
  };
}

/** Returns a 32-bit hash (FNV-1a) of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  // Without this mix, texts that differ only in their last digit have similar hashes.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
