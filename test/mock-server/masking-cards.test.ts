import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskText } from '#contracts/exchange';
import { passesLuhn } from '#contracts/test-cards';
import { testCriteria } from './hotel-client.ts';
import { body, path, traces } from './masking-traces.ts';

const withCheckDigit = (digits: string): string =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(last => digits + last).find(passesLuhn) ?? '';
const digit = fc.integer({ min: 0, max: 9 });
const cards = fc
  .tuple(
    fc.constantFrom('4', '51', '55', '2221', '34', '37', '6011', '62', '36', '3528', '5018', '81'),
    fc.array(digit, { minLength: 11, maxLength: 17 }),
  )
  .map(([prefix, rest]) => withCheckDigit((prefix + rest.join('')).slice(0, 18)))
  .filter(number => number.length >= 13);
const grouped = fc
  .tuple(cards, fc.constantFrom('', ' ', '-', '.', '_'), fc.constantFrom(3, 4, 5))
  .map(([number, between, size]) => {
    const groups = number.match(new RegExp(`\\d{1,${size}}`, 'g')) ?? [];
    return groups.join(between);
  });
const before = fc.constantFrom('', ' ', 'card', 'n:', '"', '12 ', '\n', 'é', '(', '12/30 ', '/', 'ABC');
const after = fc.constantFrom('', ' ', 'card', '"', ' 12/30', ' 123', '\n', 'é', ')', '/', 'ABC', ' 999 1');

describe('any card number', () => {
  it('auth.5: is masked in any text, whatever surrounds it', () => {
    fc.assert(
      fc.property(grouped, before, after, (number, head, tail) => {
        expect(maskText(head + number + tail)).not.toContain(number);
      }),
      { seed: 7, numRuns: 1_000 },
    );
  });

  it('auth.5: is masked in every place of a request', async () => {
    const place = fc.constantFrom('SearchType', 'DestinationId', 'Currency', 'Nope', 'Nationality');
    await fc.assert(
      fc.asyncProperty(grouped, place, before, async (number, name, head) => {
        const { answer, journal } = await traces(path, {
          body: body({ Criteria: { ...testCriteria, [name]: `${head}${number}` } }),
        });
        expect(answer + journal).not.toContain(number);
      }),
      { seed: 8, numRuns: 150 },
    );
  });
});
