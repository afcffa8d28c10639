/**
 * Returns a short mark that replaces a secret. Equal secrets have equal marks. Without the key, the mark reveals
 * nothing about the secret.
 */
export type Mark = (secret: string) => string;

/** The key of a mark function: 128 bits as four 32-bit numbers. */
export type MarkKey = readonly [number, number, number, number];

/**
 * A list of 64-bit words. Each word is a pair of 32-bit numbers, the high half first. Browsers and Node compute such
 * pairs faster than BigInt.
 */
type Words = Uint32Array;

const at = (words: Words, index: number): number => words[index] ?? 0; // every caller passes an index in range

function add(words: Words, to: number, from: number): void {
  const low = at(words, to + 1) + at(words, from + 1);
  words[to + 1] = low;
  words[to] = at(words, to) + at(words, from) + (low > 0xffff_ffff ? 1 : 0);
}

/** Rotates the word at `to` left by 1 to 32 bits. After that, combines this word with the word at `from` by XOR. */
function rotateXor(words: Words, to: number, by: number, from: number): void {
  const [high, low] = [at(words, to), at(words, to + 1)];
  const isWhole = by === 32;
  words[to] = (isWhole ? low : (high << by) | (low >>> (32 - by))) ^ at(words, from);
  words[to + 1] = (isWhole ? high : (low << by) | (high >>> (32 - by))) ^ at(words, from + 1);
}

function swapHalves(words: Words, index: number): void {
  [words[index], words[index + 1]] = [at(words, index + 1), at(words, index)];
}

/** Runs one round of SipHash. The four words of the state begin at the indexes 0, 2, 4 and 6. */
function round(state: Words): void {
  add(state, 0, 2);
  rotateXor(state, 2, 13, 0);
  swapHalves(state, 0);
  add(state, 4, 6);
  rotateXor(state, 6, 16, 4);
  add(state, 0, 6);
  rotateXor(state, 6, 21, 0);
  add(state, 4, 2);
  rotateXor(state, 2, 17, 4);
  swapHalves(state, 4);
}

const encoder = new TextEncoder();

/**
 * Returns the SipHash-2-4 of a text, which is a hash with a key. Without the key, the result reveals nothing about the
 * text.
 *
 * @returns 64 bits, the high half first
 * @see https://www.aumasson.jp/siphash/siphash.pdf
 * @example sipHash([1, 2, 3, 4], 'text')
 */
export function sipHash(key: MarkKey, text: string): [number, number] {
  const bytes = encoder.encode(text);
  const [low0, high0, low1, high1] = key;
  const state = new Uint32Array([
    0x736f6d65 ^ high0,
    0x70736575 ^ low0,
    0x646f7261 ^ high1,
    0x6e646f6d ^ low1,
    0x6c796765 ^ high0,
    0x6e657261 ^ low0,
    0x74656462 ^ high1,
    0x79746573 ^ low1,
  ]);
  const padded = new Uint8Array((Math.floor(bytes.length / 8) + 1) * 8);
  padded.set(bytes);
  padded[padded.length - 1] = bytes.length;
  const view = new DataView(padded.buffer);
  for (let offset = 0; offset < padded.length; offset += 8) {
    const [low, high] = [view.getUint32(offset, true), view.getUint32(offset + 4, true)];
    state[6] = at(state, 6) ^ high;
    state[7] = at(state, 7) ^ low;
    round(state);
    round(state);
    state[0] = at(state, 0) ^ high;
    state[1] = at(state, 1) ^ low;
  }
  state[5] = at(state, 5) ^ 0xff;
  for (let count = 0; count < 4; count += 1) round(state);
  const half = (index: number) =>
    [0, 2, 4, 6].reduce((mixed, word) => mixed ^ at(state, word + index), 0) >>> 0;
  return [half(0), half(1)];
}

/**
 * Creates a function that computes marks with a key. A mark is `~` and eight hexadecimal digits.
 *
 * @example createMark(key)('my-password') // '~1f0c22ab'
 */
export const createMark =
  (key: MarkKey): Mark =>
  secret =>
    `~${sipHash(key, secret)[0].toString(16).padStart(8, '0')}`;
