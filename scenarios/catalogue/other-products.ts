import type { Scenario } from '#contracts/scenario';
import { car, tour, transfer } from './parts.ts';
import { scenario } from './scenario.ts';

const steps = { car, transfer, tour };

type OtherProduct = keyof typeof steps;
type Case = Omit<Parameters<typeof scenario>[1], 'title' | 'faults'>;

interface ProductCase extends Case {
  /** The id without the product. */
  readonly id: string;
  readonly title: (product: OtherProduct) => string;
  readonly faults?: (product: OtherProduct) => string[];
}

/** The rules about money and time do not depend on the product, so each case is a scenario of every product except hotels. */
const cases: readonly ProductCase[] = [
  {
    id: 'price-up-declined',
    title: product => `The price of a ${product} is 10 % higher in the conditions; the user declines.`,
    tags: ['money', 'display'],
    clauses: ['flow.2', 'field.pricing-info'],
    rules: ['price-change-confirmed'],
    faults: product => [`${product}.getBookingConditions:price=10`],
    task: { onPriceChange: 'decline', onConditionsChange: 'decline' },
    outcome: 'declined-by-user',
  },
  {
    id: 'pending-confirmed',
    title: product => `The booking of a ${product} is Pending, and is confirmed after twenty minutes.`,
    tags: ['time', 'polling'],
    clauses: ['poll.pending', 'trans.confirm'],
    rules: ['ambiguous-status-polled', 'poll-interval', 'poll-stops-at-final'],
    faults: product => [`${product}.doBooking:timeline=pending;confirmed@PT20M`],
    requests: { getBookingDetail: 2 },
  },
  {
    id: 'rejected',
    title: product => `DoBooking returns REJEITADO, because the ${product} is not available.`,
    tags: ['polling', 'wire'],
    clauses: ['status.rejeitado', 'poll.rejected', 'flow.4'],
    rules: ['rejected-is-final', 'body-inspected'],
    faults: product => [`${product}.doBooking:business=Rejected,errors=RoomUnavailable`],
    outcome: 'rejected',
    requests: { getBookingDetail: 0 },
  },
  {
    id: 'token-expired',
    title: product => `The user thinks about a ${product} for forty minutes, until the Token has expired.`,
    tags: ['time', 'tokens'],
    clauses: ['limit.token', 'field.retoken', 'retoken.same'],
    rules: ['token-fresh', 'retoken-outcome-honoured', 'retoken-within-25h'],
    clocks: ['auto', 'real', 'scaled'],
    task: { waits: { afterSearch: 'PT40M' } },
  },
  {
    id: 'search-timeout',
    title: product => `The first Search for a ${product} gets no answer; the second Search succeeds.`,
    tags: ['time', 'wire'],
    clauses: ['limit.search-timeout'],
    rules: ['waits-for-search'],
    faults: product => [`${product}.search:hang,times=1,per=item`],
  },
];

export const otherProducts: readonly Scenario[] = cases.flatMap(({ id, title, faults, ...rest }) =>
  (['car', 'transfer', 'tour'] as const).map(product =>
    scenario(`${product}-${id}`, {
      ...rest,
      title: title(product),
      steps: [steps[product]],
      ...(faults && { faults: faults(product) }),
    }),
  ),
);
