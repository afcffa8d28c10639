import { addDays } from '#contracts';
import type { Report, ShownToUser } from '#scenarios/run/play/report';
import { type Break, type BrokenClient, clientsAgainst, wire } from './broken-client.ts';

/** Writes a part of each DoBooking into the log. */
const logging = (pick: (body: string) => string | undefined): Break =>
  wire(({ output }) => ({
    'hotel.doBooking': ({ send, body }) => {
      output.push(`booking ${pick(JSON.stringify(body))}`);
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

export const output: readonly BrokenClient[] = [
  {
    name: 'adds a tax in another currency to the price',
    rule: 'taxes-not-summed',
    overlaps: ['price-change-confirmed'],
    scenario: 'taxes-mixed-currency',
    breakIt: showing(shown => {
      const sum = shown.taxes.reduce((total, { amount }) => total + amount.Value, shown.total.Value);
      return { total: { ...shown.total, Value: sum } };
    }),
  },
  ...clientsAgainst('taxes-shown', [
    ['taxes-mixed-currency', 'shows no taxes', showing(() => ({ taxes: [] }))],
    [
      'taxes-changed',
      'shows only the taxes in the currency of the price',
      showing(({ taxes, total }) => ({
        taxes: taxes.filter(({ amount }) => amount.Currency === total.Currency),
      })),
    ],
  ]),
  {
    name: 'shows the policies from before they changed',
    rule: 'policies-shown',
    scenario: 'policies-changed',
    breakIt: showing(({ cancellationPolicies }) => ({
      cancellationPolicies: cancellationPolicies.map(policy => ({
        ...policy,
        StartDate: addDays(policy.EndDate, -2),
      })),
    })),
  },
  {
    name: 'shows a free cancellation for a room with penalties',
    rule: 'policies-shown',
    scenario: 'hotel-confirmed',
    breakIt: showing(() => ({ cancellationPolicies: [] })),
  },
  {
    name: 'shows a free cancellation inside a penalty window',
    rule: 'penalty-shown',
    scenario: 'cancel-with-penalty',
    breakIt: showing(() => ({ penalty: { Value: 0, Currency: 'BRL' } })),
  },
  {
    name: 'shows only the start of MoreInformation',
    rule: 'more-information-shown',
    scenario: 'taxes-only-in-more-information',
    breakIt: showing(({ moreInformation = '' }) => ({ moreInformation: moreInformation.slice(0, 20) })),
  },
  ...clientsAgainst('no-card-data-kept', [
    ['logs-clean', 'logs the card', logging(body => /"CardNumber":"\d+"/.exec(body)?.[0])],
    ['logs-clean', 'logs the security code', logging(body => /"SecurityCode":"\d+"/.exec(body)?.[0])],
  ]),
  {
    name: 'logs its whole request as base64',
    rule: 'no-card-data-kept',
    overlaps: ['personal-data-masked', 'credentials-not-in-output'],
    scenario: 'logs-clean',
    breakIt: logging(body => Buffer.from(body).toString('base64')),
  },
  {
    name: 'logs the e-mail addresses of travellers',
    rule: 'personal-data-masked',
    scenario: 'logs-clean',
    breakIt: logging(body => /"Email":"[^"]+"/.exec(body)?.[0]),
  },
  ...clientsAgainst('credentials-not-in-output', [
    ['logs-clean', 'logs the Token of its booking', logging(body => /"Token":"[^"]+"/.exec(body)?.[0])],
    ['logs-clean', 'logs its password', logging(body => /"Password":"[^"]+"/.exec(body)?.[0])],
  ]),
];
