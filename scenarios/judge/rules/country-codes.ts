import { isCountryCode } from '#contracts/shapes';
import { defineRule, finding } from '../assess/index.ts';

export const countryCodes = defineRule({
  id: 'country-codes',
  level: 'must',
  clauses: ['field.country'],
  title: 'A correct client sends two-letter country codes of ISO 3166-1.',
  right: 'The request has Nationality "BR".',
  wrong: 'The request has Nationality "BRA", "Brazil" or "XX".',
  explanation: 'The judge reads the country codes of each request.',
  standsAlone: true,
  cases: ({ calls }) => calls,
  nothing: 'no request contained a country',
  judgeCase(call) {
    const { countries } = call.facts.request;
    if (!countries) return 'not applicable';
    return countries
      .filter(code => !isCountryCode(code))
      .map(code => {
        const upper = code.trim().toUpperCase();
        const example = isCountryCode(upper) ? upper : 'BR';
        return finding([call], {
          message: `The client sent the country "${code}" (exchange ${call.number}). The supplier accepts only ISO 3166-1 alpha-2 codes.`,
          expected: `A correct client sends a two-letter code in capitals, such as "${example}".`,
        });
      });
  },
});
