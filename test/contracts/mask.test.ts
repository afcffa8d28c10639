import { describe, expect, it } from 'vitest';
import { isCpf } from '#contracts/exchange';

describe('a CPF', () => {
  it.each([
    ['52998224725', true],
    ['52998224726', false],
    ['52998224715', false],
    ['52998224725999', false],
    ['5299822472', false],
    ['529.982.247-25', false],
    ['5299822472x', false],
    ['', false],
  ])('auth.5: is eleven digits of which the last two check the others: %s', (digits, is) => {
    expect(isCpf(digits)).toBe(is);
  });
});
