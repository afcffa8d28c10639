/** A short mark in the place of a secret. Equal secrets have equal marks. Without the key, it reveals nothing. */
export type Mark = (secret: string) => string;

export type MarkKey = readonly [number, number, number, number];

const encoder = new TextEncoder();
const word = (high: number, low: number): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
const add = (a: bigint, b: bigint): bigint => BigInt.asUintN(64, a + b);
const rotate = (value: bigint, by: bigint): bigint => BigInt.asUintN(64, value << by) | (value >> (64n - by));

/** SipHash-2-4 (https://www.aumasson.jp/siphash/siphash.pdf): browsers have no synchronous hash with a key, as `node:crypto` has. */
export function sipHash([low0, high0, low1, high1]: MarkKey, text: string): bigint {
  const bytes = encoder.encode(text);
  const padded = new Uint8Array(Math.floor(bytes.length / 8) * 8 + 8);
  padded.set(bytes);
  padded[padded.length - 1] = bytes.length;
  const view = new DataView(padded.buffer);

  const [first, second] = [word(high0, low0), word(high1, low1)];
  let a = first ^ 0x736f6d6570736575n;
  let b = second ^ 0x646f72616e646f6dn;
  let c = first ^ 0x6c7967656e657261n;
  let d = second ^ 0x7465646279746573n;
  function mix(rounds: number) {
    for (let count = 0; count < rounds; count += 1) {
      a = add(a, b);
      b = rotate(b, 13n) ^ a;
      a = rotate(a, 32n);
      c = add(c, d);
      d = rotate(d, 16n) ^ c;
      a = add(a, d);
      d = rotate(d, 21n) ^ a;
      c = add(c, b);
      b = rotate(b, 17n) ^ c;
      c = rotate(c, 32n);
    }
  }

  for (let offset = 0; offset < padded.length; offset += 8) {
    const block = view.getBigUint64(offset, true);
    d ^= block;
    mix(2);
    a ^= block;
  }
  c ^= 0xffn;
  mix(4);
  return a ^ b ^ c ^ d;
}

/** A mark is `~` and eight hexadecimal digits. */
export const createMark =
  (key: MarkKey): Mark =>
  secret =>
    `~${(sipHash(key, secret) >> 32n).toString(16).padStart(8, '0')}`;
