import { describe, expect, it } from 'vitest';
import { cardNumbersIn, isCpf, maskText } from '#contracts/util';

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

  const others = [
    '529982247-26',
    '529.982.24724',
    '1529982247-25',
    'Sa52998224725a1234567890abcdef123',
    '0b8f0d6e-9999-4a99-a529-98224725abcd',
  ];
  it.each(others)('leaves %s as it is, which is no CPF', text => {
    expect(maskText(text)).toBe(text);
  });
});

it.each<[string, string[]]>([
  ['card 4111 1111 1111 1111', ['4111111111111111']],
  ['call 12 4111-1111-1111-1111, then 5555555555554444', ['4111111111111111', '5555555555554444']],
  ['at 1796036400002 or 1796036400000006', []],
  ['41111111-1111-4111-8111-111111111111', []],
  ['4111 1111 1111 1112', []],
])('auth.5: the card numbers in "%s" are found', (text, numbers) => {
  expect(cardNumbersIn(text)).toEqual(numbers);
});
