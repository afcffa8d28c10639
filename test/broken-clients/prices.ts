import type { Consent } from '#client';
import { type Break, type BrokenClient, overriding } from './broken-client.ts';

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
export const prices: readonly BrokenClient[] = [
  {
    name: 'accepts a price that is up to 1 % higher',
    rule: 'price-change-confirmed',
    overlaps: ['outcome-as-expected', 'booked-as-expected'],
    scenario: 'price-up-slightly-declined',
    breakIt: agreeingIf(question => riseOf(question) > 0 && riseOf(question) < 0.01),
  },
  {
    name: 'compares prices in whole units of the currency',
    rule: 'price-change-confirmed',
    overlaps: ['outcome-as-expected', 'booked-as-expected'],
    scenario: 'price-up-one-cent-declined',
    breakIt: agreeingIf(
      ({ shown, before }) => Math.round(shown.total.Value) === Math.round(before.total.Value),
    ),
  },
  {
    name: 'treats a price that is 15 % higher as an error of the supplier, and books it',
    rule: 'price-change-confirmed',
    overlaps: ['outcome-as-expected', 'booked-as-expected'],
    scenario: 'price-up-a-fifth-declined',
    breakIt: agreeingIf(question => riseOf(question) > 0.15),
  },
  {
    name: 'accepts every lower price',
    rule: 'price-change-confirmed',
    overlaps: ['outcome-as-expected', 'booked-as-expected'],
    scenario: 'price-down-declined',
    breakIt: agreeingIf(question => riseOf(question) < 0),
  },
  {
    name: 'compares only the numbers of two prices',
    rule: 'price-change-confirmed',
    overlaps: ['outcome-as-expected', 'booked-as-expected'],
    scenario: 'currency-alone-declined',
    breakIt: agreeingIf(({ shown, before }) => shown.total.Value === before.total.Value),
  },
  {
    name: 'compares only the price, and not the taxes',
    rule: 'price-change-confirmed',
    overlaps: ['outcome-as-expected', 'booked-as-expected'],
    scenario: 'taxes-changed-declined',
    breakIt: agreeingIf(({ priceChanged }) => !priceChanged),
  },
  {
    name: 'compares only the price, and not the cancellation policies',
    rule: 'price-change-confirmed',
    overlaps: ['outcome-as-expected', 'booked-as-expected'],
    scenario: 'policies-changed-declined',
    breakIt: agreeingIf(({ priceChanged }) => !priceChanged),
  },
  {
    name: 'shows the old price of a room that is 3 % dearer',
    rule: 'price-change-confirmed',
    scenario: 'price-up-three-percent',
    breakIt: showingTotal(value => value / 1.03),
  },
  {
    name: 'shows the old price of a room that is slightly cheaper',
    rule: 'price-change-confirmed',
    scenario: 'price-down-slightly',
    breakIt: showingTotal(value => value / 0.996),
  },
];
