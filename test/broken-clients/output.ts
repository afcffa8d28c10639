import { addDays } from '#contracts';
import type { Report, ShownToUser } from '#scenarios/run/play/report';
import { type Break, broken, onWire } from './broken-client.ts';

/** Writes a part of each DoBooking into the log, or all of it as base64. */
const logging = (name: string, rules: Parameters<typeof broken>[1], part: RegExp | 'base64') =>
  onWire(name, rules, 'logs-clean', ({ output }) => ({
    'hotel.doBooking': ({ send, body }) => {
      const text = JSON.stringify(body);
      output.push(`booking ${part === 'base64' ? btoa(text) : part.exec(text)?.[0]}`);
      return send();
    },
  }));

/** Shows the user another value than the answer has. */
export const showing = (change: (shown: ShownToUser) => Partial<ShownToUser>): Break => ({
  report: (reported): Report => {
    const { shownToUser } = reported;
    return shownToUser ? { ...reported, shownToUser: { ...shownToUser, ...change(shownToUser) } } : reported;
  },
});

export const output = [
  broken(
    'adds a tax in another currency to the price',
    ['taxes-not-summed', 'price-change-confirmed'],
    'taxes-mixed-currency',
    showing(shown => {
      const sum = shown.taxes.reduce((total, { amount }) => total + amount.Value, shown.total.Value);
      return { total: { ...shown.total, Value: sum } };
    }),
  ),
  broken(
    'shows no taxes',
    'taxes-shown',
    'taxes-mixed-currency',
    showing(() => ({ taxes: [] })),
  ),
  broken(
    'shows only the taxes in the currency of the price',
    'taxes-shown',
    'taxes-changed',
    showing(({ taxes, total }) => ({
      taxes: taxes.filter(({ amount }) => amount.Currency === total.Currency),
    })),
  ),
  broken(
    'shows the policies from before they changed',
    'policies-shown',
    'policies-changed',
    showing(({ cancellationPolicies }) => ({
      cancellationPolicies: cancellationPolicies.map(policy => ({
        ...policy,
        StartDate: addDays(policy.EndDate, -2),
      })),
    })),
  ),
  broken(
    'shows a free cancellation for a room with penalties',
    'policies-shown',
    'hotel-confirmed',
    showing(() => ({ cancellationPolicies: [] })),
  ),
  broken(
    'shows a free cancellation inside a penalty window',
    'penalty-shown',
    'cancel-with-penalty',
    showing(() => ({ penalty: { Value: 0, Currency: 'BRL' } })),
  ),
  broken(
    'shows only the start of MoreInformation',
    'more-information-shown',
    'taxes-only-in-more-information',
    showing(({ moreInformation = '' }) => ({ moreInformation: moreInformation.slice(0, 20) })),
  ),
  logging('logs the card', 'no-card-data-kept', /"CardNumber":"\d+"/),
  logging('logs the security code', 'no-card-data-kept', /"SecurityCode":"\d+"/),
  logging(
    'logs its whole request as base64',
    ['no-card-data-kept', 'personal-data-masked', 'credentials-not-in-output'],
    'base64',
  ),
  logging('logs the e-mail addresses of travellers', 'personal-data-masked', /"Email":"[^"]+"/),
  logging('logs the Token of its booking', 'credentials-not-in-output', /"Token":"[^"]+"/),
  logging('logs its password', 'credentials-not-in-output', /"Password":"[^"]+"/),
];
