import { asObject } from '#contracts/util';
import {
  afterBooking,
  type Break,
  broken,
  criteria,
  look,
  minute,
  onWire,
  reporting,
  second,
  wire,
} from './broken-client.ts';
import { careless, stuckAfter } from './flow.ts';
import { againAtOnce } from './lost.ts';
import { looksTwice, neverLooking } from './polling.ts';
import { withPolicies } from './resilience.ts';

type OtherProduct = 'car' | 'transfer' | 'tour';

interface Mistake {
  /** Returns the text that completes "a client that …". */
  readonly name: (product: OtherProduct) => string;
  readonly rules: Parameters<typeof broken>[1];
  /** The id of the scenario without the product. */
  readonly scenario: string;
  readonly breakIt: (product: OtherProduct) => Break;
}

/** The same mistakes with each product except hotels. */
const mistakes: readonly Mistake[] = [
  {
    name: product => `books a dearer ${product} although the user declines`,
    rules: ['price-change-confirmed', 'outcome-as-expected', 'booked-as-expected'],
    scenario: 'price-up-declined',
    breakIt: () => careless,
  },
  {
    name: product => `never polls a Pending ${product}`,
    rules: 'ambiguous-status-polled',
    scenario: 'pending-confirmed',
    breakIt: () => neverLooking,
  },
  {
    name: product => `polls a Pending ${product} once more ten seconds after each poll`,
    rules: 'poll-interval',
    scenario: 'pending-confirmed',
    breakIt: () => wire({ getBookingDetail: looksTwice }),
  },
  {
    name: product => `keeps polling a confirmed ${product}`,
    rules: 'poll-stops-at-final',
    scenario: 'pending-confirmed',
    breakIt: () => afterBooking(ended => look(ended, { times: 3, every: 10 * minute })),
  },
  {
    name: product => `keeps polling a Rejected ${product}`,
    rules: 'rejected-is-final',
    scenario: 'rejected',
    breakIt: () => afterBooking(ended => look(ended, { times: 2, every: 5 * minute })),
  },
  {
    name: product => `reports a Rejected ${product} as confirmed`,
    rules: ['body-inspected', 'outcome-as-expected'],
    scenario: 'rejected',
    breakIt: () => reporting('confirmed'),
  },
  {
    name: product => `ignores the age of the Token of a ${product}`,
    rules: 'token-fresh',
    scenario: 'token-expired',
    breakIt: () => stuckAfter(20 * minute),
  },
  {
    name: product => `gives the Search for a ${product} up after three seconds`,
    rules: 'waits-for-search',
    scenario: 'search-timeout',
    breakIt: () => withPolicies({ timeOuts: { search: 3 * second } }),
  },
  {
    name: product => `books a ${product} again at once after a lost answer`,
    rules: 'no-blind-rebooking',
    scenario: 'answer-lost-booked',
    breakIt: product => wire({ [`${product}.doBooking`]: againAtOnce }),
  },
];

const returningWherePickedUp = criteria(({ Pickup, Dropoff }) => {
  const { LocationCode, LocationType } = asObject(Pickup);
  return { Dropoff: { ...asObject(Dropoff), LocationCode, LocationType } };
});

export const otherProducts = [
  ...mistakes.flatMap(({ name, rules, scenario, breakIt }) =>
    (['car', 'transfer', 'tour'] as const).map(product =>
      broken(name(product), rules, `${product}-${scenario}`, breakIt(product)),
    ),
  ),
  onWire('books a return transfer that no one wants', 'booked-as-expected', 'transfer-confirmed', {
    'transfer.search': criteria(() => ({ ServiceDateBack: '2026-12-14', TimeBack: '18:00' })),
  }),
  ...['car-one-way', 'car-between-cities'].map(scenario =>
    onWire('returns a car where it was picked up', 'booked-as-expected', scenario, {
      'car.search': returningWherePickedUp,
    }),
  ),
  onWire('sends the age of 30 for every driver', 'booked-as-expected', 'car-confirmed', {
    'car.search': criteria(() => ({ DriverAge: 30 })),
  }),
];
