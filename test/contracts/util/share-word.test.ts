import { expect, it } from 'vitest';
import { shareWord } from '#contracts/util';

it.each([
  ['José Silva', 'SILVA/JOSE MR', true],
  ['Ana Silva', 'Ana Maria da Silva', true],
  ['Ana Silva', 'Otto Kern, Ida Kern', false],
  ['Ana S', 'Otto S', false],
  ['Ana Silva', '', true],
  ['', 'Otto Kern', true],
])('"%s" and "%s" share a word: %s', (a, b, shares) => {
  expect(shareWord(a, b)).toBe(shares);
});
