import { asObject } from '#contracts/util';
import {
  afterBooking,
  type Break,
  type BrokenClient,
  criteria,
  look,
  minute,
  noLookUp,
  reporting,
  second,
  wire,
} from './broken-client.ts';
import { careless, stuckAfter } from './flow.ts';
import { againAtOnce } from './lost.ts';
import { looksTwice } from './polling.ts';
import { withPolicies } from './resilience.ts';

type OtherProduct = 'car' | 'transfer' | 'tour';

interface Mistake extends Omit<BrokenClient, 'name' | 'scenario' | 'breakIt'> {
  /** Returns the text that completes "a client that …". */
  readonly name: (product: OtherProduct) => string;
  /** The id of the scenario without the product. */
  readonly scenario: string;
  readonly breakIt: (product: OtherProduct) => Break;
}

const ending = ['outcome-as-expected', 'booked-as-expected'] as const;

/** The same mistakes with each product except hotels. */
const mistakes: readonly Mistake[] = [
  {
    name: product => `books a dearer ${product} although the user declines`,
    rule: 'price-change-confirmed',
    overlaps: ending,
    scenario: 'price-up-declined',
    breakIt: () => careless,
  },
  {
    name: product => `never polls a Pending ${product}`,
    rule: 'ambiguous-status-polled',
    scenario: 'pending-confirmed',
    breakIt: () => ({ ...wire({ getBookingDetail: noLookUp }), ...reporting('confirmed') }),
  },
  {
    name: product => `polls a Pending ${product} once more ten seconds after each poll`,
    rule: 'poll-interval',
    scenario: 'pending-confirmed',
    breakIt: () => wire({ getBookingDetail: looksTwice }),
  },
  {
    name: product => `keeps polling a confirmed ${product}`,
    rule: 'poll-stops-at-final',
    scenario: 'pending-confirmed',
    breakIt: () => afterBooking(ended => look(ended, { times: 3, every: 10 * minute })),
  },
  {
    name: product => `keeps polling a Rejected ${product}`,
    rule: 'rejected-is-final',
    scenario: 'rejected',
    breakIt: () => afterBooking(ended => look(ended, { times: 2, every: 5 * minute })),
  },
  {
    name: product => `reports a Rejected ${product} as confirmed`,
    rule: 'body-inspected',
    overlaps: ['outcome-as-expected'],
    scenario: 'rejected',
    breakIt: () => reporting('confirmed'),
  },
  {
    name: product => `ignores the age of the Token of a ${product}`,
    rule: 'token-fresh',
    scenario: 'token-expired',
    breakIt: () => stuckAfter(20 * minute),
  },
  {
    name: product => `gives the Search for a ${product} up after three seconds`,
    rule: 'waits-for-search',
    scenario: 'search-timeout',
    breakIt: () => withPolicies({ timeOuts: { search: 3 * second } }),
  },
  {
    name: product => `books a ${product} again at once after a lost answer`,
    rule: 'no-blind-rebooking',
    scenario: 'answer-lost-booked',
    breakIt: product => wire({ [`${product}.doBooking`]: againAtOnce }),
  },
];

const returnsWherePickedUp = wire({
  'car.search': criteria(({ Pickup, Dropoff }) => {
    const { LocationCode, LocationType } = asObject(Pickup);
    return { Dropoff: { ...asObject(Dropoff), LocationCode, LocationType } };
  }),
});

export const otherProducts: readonly BrokenClient[] = [
  ...mistakes.flatMap(({ name, scenario, breakIt, ...mistake }) =>
    (['car', 'transfer', 'tour'] as const).map(product => ({
      ...mistake,
      name: name(product),
      scenario: `${product}-${scenario}`,
      breakIt: breakIt(product),
    })),
  ),
  {
    name: 'books a return transfer that no one wants',
    rule: 'booked-as-expected',
    scenario: 'transfer-confirmed',
    breakIt: wire({
      'transfer.search': criteria(() => ({ ServiceDateBack: '2026-12-14', TimeBack: '18:00' })),
    }),
  },
  ...['car-one-way', 'car-between-cities'].map(scenario => ({
    name: 'returns a car where it was picked up',
    rule: 'booked-as-expected' as const,
    scenario,
    breakIt: returnsWherePickedUp,
  })),
  {
    name: 'sends the age of 30 for every driver',
    rule: 'booked-as-expected',
    scenario: 'car-confirmed',
    breakIt: wire({ 'car.search': criteria(() => ({ DriverAge: 30 })) }),
  },
];
