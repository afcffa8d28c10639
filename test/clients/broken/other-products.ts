import { asObject } from '#contracts/util';
import { afterBooking, caughtBy, criteria, look, minute, reporting, second, wire } from './broken-client.ts';
import { careless, stuckAfter } from './flow.ts';
import { againAtOnce } from './lost.ts';
import { looksTwice, neverLooking } from './polling.ts';
import { withPolicies } from './resilience.ts';

/** The same mistakes with each product except hotels. */
const mistakes = (['car', 'transfer', 'tour'] as const).flatMap(product => [
  ...caughtBy(
    ['price-change-confirmed', 'outcome-as-expected', 'booked-as-expected'],
    `${product}-price-up-declined`,
    { [`books a dearer ${product} although the user declines`]: careless },
  ),
  ...caughtBy('ambiguous-status-polled', `${product}-pending-confirmed`, {
    [`never polls a Pending ${product}`]: neverLooking,
  }),
  ...caughtBy('poll-interval', `${product}-pending-confirmed`, {
    [`polls a Pending ${product} once more ten seconds after each poll`]: wire({
      getBookingDetail: looksTwice,
    }),
  }),
  ...caughtBy('poll-stops-at-final', `${product}-pending-confirmed`, {
    [`keeps polling a confirmed ${product}`]: afterBooking(ended =>
      look(ended, { times: 3, every: 10 * minute }),
    ),
  }),
  ...caughtBy('rejected-is-final', `${product}-rejected`, {
    [`keeps polling a Rejected ${product}`]: afterBooking(ended =>
      look(ended, { times: 2, every: 5 * minute }),
    ),
  }),
  ...caughtBy(['body-inspected', 'outcome-as-expected'], `${product}-rejected`, {
    [`reports a Rejected ${product} as confirmed`]: reporting('confirmed'),
  }),
  ...caughtBy('token-fresh', `${product}-token-expired`, {
    [`ignores the age of the Token of a ${product}`]: stuckAfter(20 * minute),
  }),
  ...caughtBy('waits-for-search', `${product}-search-timeout`, {
    [`gives the Search for a ${product} up after three seconds`]: withPolicies({
      timeOuts: { search: 3 * second },
    }),
  }),
  ...caughtBy('no-blind-rebooking', `${product}-answer-lost-booked`, {
    [`books a ${product} again at once after a lost answer`]: wire({
      [`${product}.doBooking`]: againAtOnce,
    }),
  }),
]);

const returningWherePickedUp = criteria(({ Pickup, Dropoff }) => {
  const { LocationCode, LocationType } = asObject(Pickup);
  return { Dropoff: { ...asObject(Dropoff), LocationCode, LocationType } };
});

export const otherProducts = [
  ...mistakes,
  ...caughtBy('booked-as-expected', 'transfer-confirmed', {
    'books a return transfer that no one wants': wire({
      'transfer.search': criteria(() => ({ ServiceDateBack: '2026-12-14', TimeBack: '18:00' })),
    }),
  }),
  ...['car-one-way', 'car-between-cities'].flatMap(scenario =>
    caughtBy('booked-as-expected', scenario, {
      'returns a car where it was picked up': wire({ 'car.search': returningWherePickedUp }),
    }),
  ),
  ...caughtBy('booked-as-expected', 'car-confirmed', {
    'sends the age of 30 for every driver': wire({
      'car.search': criteria(() => ({ DriverAge: 30 })),
    }),
  }),
];
