import { isCountryCode } from '#contracts/shapes';
import type { Call } from '../traffic/call.ts';
import { finding, noCase, overEach } from './opinion.ts';
import { defineRule } from './rule.ts';

/** Countries are those of ISO 3166-1, by their two letters. */
export const countryCodes = defineRule({
  id: 'country-codes',
  level: 'must',
  clauses: ['field.country'],
  title: 'Sends two-letter country codes that ISO 3166-1 knows.',
  standsAlone: true,
  judge: ({ calls }) => overEach(calls, judgeOne, 'no country was sent'),
});

function judgeOne(call: Call) {
  const { countries } = call.facts.request;
  if (!countries) return noCase;
  return countries
    .filter(code => !isCountryCode(code))
    .map(code => {
      const upper = code.trim().toUpperCase();
      const example = isCountryCode(upper) ? upper : 'BR';
      return finding([call], {
        message: `Exchange ${call.number} sends the country "${code}".`,
        expected: `An ISO 3166-1 alpha-2 code in capitals, such as "${example}".`,
      });
    });
}
