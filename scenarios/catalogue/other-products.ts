import type { Scenario } from '#contracts/scenario';
import { car, tour, transfer } from './parts.ts';
import { scenario } from './scenario.ts';

const steps = { car, transfer, tour };
const products = ['car', 'transfer', 'tour'] as const;

/** The rules about money and time do not depend on the product, so each case is a scenario of every product except hotels. */
const cases: readonly ((product: keyof typeof steps) => Scenario)[] = [
  product =>
    scenario(`${product}-price-up-declined`, {
      title: `The price of a ${product} is 10 % higher in the conditions; the user declines.`,
      tags: ['money', 'display'],
      clauses: ['flow.2', 'field.pricing-info'],
      rules: ['price-change-confirmed'],
      steps: [steps[product]],
      faults: [`${product}.getBookingConditions:price=10`],
      task: { onPriceChange: 'decline', onConditionsChange: 'decline' },
      outcome: 'declined-by-user',
    }),
  product =>
    scenario(`${product}-pending-confirmed`, {
      title: `The booking of a ${product} is Pending, and is confirmed after twenty minutes.`,
      tags: ['time', 'polling'],
      clauses: ['poll.pending', 'trans.confirm'],
      rules: ['ambiguous-status-polled', 'poll-interval', 'poll-stops-at-final'],
      steps: [steps[product]],
      faults: [`${product}.doBooking:timeline=pending;confirmed@PT20M`],
      requests: { getBookingDetail: 2 },
    }),
  product =>
    scenario(`${product}-rejected`, {
      title: `DoBooking returns REJEITADO, because the ${product} is not available.`,
      tags: ['polling', 'wire'],
      clauses: ['status.rejeitado', 'poll.rejected', 'flow.4'],
      rules: ['rejected-is-final', 'body-inspected'],
      steps: [steps[product]],
      faults: [`${product}.doBooking:business=Rejected,errors=RoomUnavailable`],
      outcome: 'rejected',
      requests: { getBookingDetail: 0 },
    }),
  product =>
    scenario(`${product}-token-expired`, {
      title: `The user thinks about a ${product} for forty minutes, until the Token has expired.`,
      tags: ['time', 'tokens'],
      clauses: ['limit.token', 'field.retoken', 'retoken.same'],
      rules: ['token-fresh', 'retoken-outcome-honoured', 'retoken-within-25h'],
      clocks: ['auto', 'real', 'scaled'],
      steps: [steps[product]],
      task: { waits: { afterSearch: 'PT40M' } },
    }),
  product =>
    scenario(`${product}-search-timeout`, {
      title: `The first Search for a ${product} gets no answer; the second Search succeeds.`,
      tags: ['time', 'wire'],
      clauses: ['limit.search-timeout'],
      rules: ['waits-for-search'],
      steps: [steps[product]],
      faults: [`${product}.search:hang,times=1,per=item`],
    }),
];

export const otherProducts: readonly Scenario[] = cases.flatMap(make => products.map(make));
