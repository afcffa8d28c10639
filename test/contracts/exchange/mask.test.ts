import { describe, expect, it } from 'vitest';
import { isCpf, maskText } from '#contracts/util';

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

  it.each([
    ['529982247-25', '999999999-99'],
    ['529.982.24725', '999.999.99999'],
    ['529 982 247 25', '999 999 999 99'],
    ['CPF 529.982.247/25.', 'CPF 999.999.999/99.'],
    ['529-982-247-25', '999-999-999-99'],
  ])('auth.5: is masked with any separators, as in %s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  const others = ['529982247-26', '529.982.24724', '1529982247-25', 'Sa52998224725a1234567890abcdef123'];
  it.each(others)('leaves %s as it is, which is no CPF', text => {
    expect(maskText(text)).toBe(text);
  });
});
