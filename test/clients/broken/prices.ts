import type { Consent } from '#client';
import { type Break, caughtBy, overriding } from './broken-client.ts';

type Question = Parameters<Consent>[0];

/** Agrees without a question to the user if the client considers the change harmless. The user still sees the new conditions. */
export const agreeingIf = (isHarmless: (question: Question) => boolean): Break =>
  overriding(client => ({
    book: (request, consent, how) =>
      client.book(
        request,
        async question => {
          const agrees = await consent(question);
          return agrees || isHarmless(question);
        },
        how,
      ),
  }));

/** Returns the change of the price as a share of the earlier price. */
const riseOf = ({ shown, before }: Question): number => shown.total.Value / before.total.Value - 1;

export const showingTotal = (change: (value: number) => number): Break => ({
  report: reported => {
    const { shownToUser: shown } = reported;
    if (!shown) return reported;
    const Value = Math.round(change(shown.total.Value) * 100) / 100;
    return { ...reported, shownToUser: { ...shown, total: { ...shown.total, Value } } };
  },
});

/** Clients that book although the user declines a change, because they consider the change harmless. */
const notAsking = (scenario: string, breaks: Readonly<Record<string, Break>>) =>
  caughtBy(['price-change-confirmed', 'outcome-as-expected', 'booked-as-expected'], scenario, breaks);

export const prices = [
  ...notAsking('price-up-slightly-declined', {
    'accepts a price that is up to 1 % higher': agreeingIf(
      question => riseOf(question) > 0 && riseOf(question) < 0.01,
    ),
  }),
  ...notAsking('price-up-one-cent-declined', {
    'compares prices in whole units of the currency': agreeingIf(
      ({ shown, before }) => Math.round(shown.total.Value) === Math.round(before.total.Value),
    ),
  }),
  ...notAsking('price-up-a-fifth-declined', {
    'treats a price that is 15 % higher as an error of the supplier, and books it': agreeingIf(
      question => riseOf(question) > 0.15,
    ),
  }),
  ...notAsking('price-down-declined', {
    'accepts every lower price': agreeingIf(question => riseOf(question) < 0),
  }),
  ...notAsking('currency-alone-declined', {
    'compares only the numbers of two prices': agreeingIf(
      ({ shown, before }) => shown.total.Value === before.total.Value,
    ),
  }),
  ...notAsking('taxes-changed-declined', {
    'compares only the price, and not the taxes': agreeingIf(({ priceChanged }) => !priceChanged),
  }),
  ...notAsking('policies-changed-declined', {
    'compares only the price, and not the cancellation policies': agreeingIf(
      ({ priceChanged }) => !priceChanged,
    ),
  }),
  ...caughtBy('price-change-confirmed', 'price-up-three-percent', {
    'shows the old price of a room that is 3 % dearer': showingTotal(value => value / 1.03),
  }),
  ...caughtBy('price-change-confirmed', 'price-down-slightly', {
    'shows the old price of a room that is slightly cheaper': showingTotal(value => value / 0.996),
  }),
];
