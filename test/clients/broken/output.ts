import { addDays } from '#contracts';
import type { Report, ShownToUser } from '#scenarios/run/play/report';
import { type Break, caughtBy, wire } from './broken-client.ts';

/** Writes a part of each DoBooking into the log, or all of it as base64. */
const logging = (part: RegExp | 'base64') =>
  wire(({ output }) => ({
    'hotel.doBooking': ({ send, body }) => {
      const text = JSON.stringify(body);
      output.push(
        `booking ${part === 'base64' ? Buffer.from(text).toString('base64') : part.exec(text)?.[0]}`,
      );
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
  ...caughtBy(['taxes-not-summed', 'price-change-confirmed'], 'taxes-mixed-currency', {
    'adds a tax in another currency to the price': showing(shown => {
      const sum = shown.taxes.reduce((total, { amount }) => total + amount.Value, shown.total.Value);
      return { total: { ...shown.total, Value: sum } };
    }),
  }),
  ...caughtBy('taxes-shown', 'taxes-mixed-currency', {
    'shows no taxes': showing(() => ({ taxes: [] })),
  }),
  ...caughtBy('taxes-shown', 'taxes-changed', {
    'shows only the taxes in the currency of the price': showing(({ taxes, total }) => ({
      taxes: taxes.filter(({ amount }) => amount.Currency === total.Currency),
    })),
  }),
  ...caughtBy('policies-shown', 'policies-changed', {
    'shows the policies from before they changed': showing(({ cancellationPolicies }) => ({
      cancellationPolicies: cancellationPolicies.map(policy => ({
        ...policy,
        StartDate: addDays(policy.EndDate, -2),
      })),
    })),
  }),
  ...caughtBy('policies-shown', 'hotel-confirmed', {
    'shows a free cancellation for a room with penalties': showing(() => ({ cancellationPolicies: [] })),
  }),
  ...caughtBy('penalty-shown', 'cancel-with-penalty', {
    'shows a free cancellation inside a penalty window': showing(() => ({
      penalty: { Value: 0, Currency: 'BRL' },
    })),
  }),
  ...caughtBy('more-information-shown', 'taxes-only-in-more-information', {
    'shows only the start of MoreInformation': showing(({ moreInformation = '' }) => ({
      moreInformation: moreInformation.slice(0, 20),
    })),
  }),
  ...caughtBy('no-card-data-kept', 'logs-clean', {
    'logs the card': logging(/"CardNumber":"\d+"/),
    'logs the security code': logging(/"SecurityCode":"\d+"/),
  }),
  ...caughtBy(['no-card-data-kept', 'personal-data-masked', 'credentials-not-in-output'], 'logs-clean', {
    'logs its whole request as base64': logging('base64'),
  }),
  ...caughtBy('personal-data-masked', 'logs-clean', {
    'logs the e-mail addresses of travellers': logging(/"Email":"[^"]+"/),
  }),
  ...caughtBy('credentials-not-in-output', 'logs-clean', {
    'logs the Token of its booking': logging(/"Token":"[^"]+"/),
    'logs its password': logging(/"Password":"[^"]+"/),
  }),
];
