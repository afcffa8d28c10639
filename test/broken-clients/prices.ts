import type { Consent } from '#client';
import { type Break, broken, overriding } from './broken-client.ts';

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

/** Returns a client that books although the user declines a change, because it considers the change harmless. */
const notAsking = (name: string, scenario: string, isHarmless: (question: Question) => boolean) =>
  broken(
    name,
    ['price-change-confirmed', 'outcome-as-expected', 'booked-as-expected'],
    scenario,
    agreeingIf(isHarmless),
  );

export const prices = [
  notAsking(
    'accepts a price that is up to 1 % higher',
    'price-up-slightly-declined',
    question => riseOf(question) > 0 && riseOf(question) < 0.01,
  ),
  notAsking(
    'compares prices in whole units of the currency',
    'price-up-one-cent-declined',
    ({ shown, before }) => Math.round(shown.total.Value) === Math.round(before.total.Value),
  ),
  notAsking(
    'treats a price that is 15 % higher as an error of the supplier, and books it',
    'price-up-a-fifth-declined',
    question => riseOf(question) > 0.15,
  ),
  notAsking('accepts every lower price', 'price-down-declined', question => riseOf(question) < 0),
  notAsking(
    'compares only the numbers of two prices',
    'currency-alone-declined',
    ({ shown, before }) => shown.total.Value === before.total.Value,
  ),
  notAsking(
    'compares only the price, and not the taxes',
    'taxes-changed-declined',
    ({ priceChanged }) => !priceChanged,
  ),
  notAsking(
    'compares only the price, and not the cancellation policies',
    'policies-changed-declined',
    ({ priceChanged }) => !priceChanged,
  ),
  broken(
    'shows the old price of a room that is 3 % dearer',
    'price-change-confirmed',
    'price-up-three-percent',
    showingTotal(value => value / 1.03),
  ),
  broken(
    'shows the old price of a room that is slightly cheaper',
    'price-change-confirmed',
    'price-down-slightly',
    showingTotal(value => value / 0.996),
  ),
];
