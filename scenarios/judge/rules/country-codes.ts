import { isCountryCode } from '#contracts/shapes';
import { defineRule, finding } from '../assess/index.ts';

/** Countries are those of ISO 3166-1, by their two letters. */
export const countryCodes = defineRule({
  id: 'country-codes',
  level: 'must',
  clauses: ['field.country'],
  title: 'Sends two-letter country codes that ISO 3166-1 knows.',
  right: '"BR".',
  wrong: '"BRA", "Brazil" or "XX".',
  explanation: 'the requests as they were sent',
  standsAlone: true,
  cases: ({ calls }) => calls,
  nothing: 'no country was sent',
  judgeCase(call) {
    const { countries } = call.facts.request;
    if (!countries) return 'not applicable';
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
  },
});
