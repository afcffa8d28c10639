import { describe, expect, it } from 'vitest';
import { createMark, sipHash } from '#contracts/util';
import { secretSource } from '#mock-server/clock/seed-secrets';

/** The key of the published test vectors: the bytes 00 to 0f. */
const vectorKey = [0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c] as const;
const counting = (length: number): string => String.fromCharCode(...Array(length).keys());
const hex = (hash: bigint): string => hash.toString(16).padStart(16, '0');

describe('a mark', () => {
  it.each([
    [0, '726fdb47dd0e0e31'],
    [1, '74f839c593dc67fd'],
    [7, 'ab0200f58b01d137'],
    [8, '93f5f5799a932462'],
    [15, 'a129ca6149be45e5'],
    [63, '958a324ceb064572'],
  ])('is computed as the published vector of SipHash-2-4 says for %i bytes', (length, expected) => {
    expect(hex(sipHash(vectorKey, counting(length)))).toBe(expected);
  });

  it('auth.5: is equal for equal secrets under one key only', () => {
    const [mark, other] = [createMark(vectorKey), createMark([1, 2, 3, 4])];
    expect(mark('123456')).toMatch(/^~[\da-f]{8}$/);
    expect(mark('123456')).toBe(mark('123456'));
    expect(mark('123457')).not.toBe(mark('123456'));
    expect(other('123456')).not.toBe(mark('123456'));
  });

  it('auth.5: stays the same after any number of other secrets', () => {
    const { mark } = secretSource('random');
    const before = mark('own password');
    for (let count = 0; count < 20_000; count += 1) mark(`other ${count}`);
    expect(mark('own password')).toBe(before);
  });

  it('auth.5: follows from a secret only where the secrets of a server follow from a seed', () => {
    const [mark, again] = [secretSource('seed').mark, secretSource('seed').mark];
    expect(mark('123456')).toMatch(/^~[\da-f]{8}$/);
    expect(again('123456')).toBe(mark('123456'));
    expect(mark('123457')).not.toBe(mark('123456'));
    expect(secretSource('random').mark('123456')).not.toBe(mark('123456'));
  });
});
