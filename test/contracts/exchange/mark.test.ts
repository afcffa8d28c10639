import { describe, expect, it } from 'vitest';
import { createMark } from '#contracts/exchange';
import { secretSource } from '#mock-server/seed-secrets';

describe('a mark', () => {
  it('auth.5: is equal for equal secrets only', () => {
    let count = 0;
    const mark = createMark(() => String(++count).padStart(8, '0'));
    expect(mark('123456')).toBe('~00000001');
    expect(mark('123456')).toBe('~00000001');
    expect(mark('123457')).toBe('~00000002');
    expect(mark('x'.repeat(1_000))).not.toBe(mark('x'.repeat(1_001)));
  });

  it('auth.5: follows from a secret only where the secrets of a server follow from a seed', () => {
    const [mark, again] = [secretSource('seed').mark, secretSource('seed').mark];
    expect(mark('123456')).toMatch(/^~[\da-f]{8}$/);
    expect(again('123456')).toBe(mark('123456'));
    expect(mark('123457')).not.toBe(mark('123456'));
    expect(secretSource('random').mark('123456')).not.toBe(mark('123456'));
  });
});
