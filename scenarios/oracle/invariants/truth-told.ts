import type { Outcome } from '#contracts/scenario';
import { type Breach, type Case, defineInvariant } from '../invariant.ts';
import { proofOf } from '../proof.ts';
import type { Purchase } from '../purchases.ts';
import { namesOf, stands } from '../purchases.ts';
import { untruth } from '../untruth.ts';

export const truthTold = defineInvariant({
  id: 'truth-told',
  level: 'must',
  clauses: ['svc.1', 'flow.4', 'flow.5'],
  title: 'A correct client reports an outcome that agrees with the books of the supplier.',
  check(one) {
    const { purchases, result, finish } = one;
    if (!purchases) return { notApplicable: 'the task of the client is unknown' };
    if (purchases.length === 0) return { notApplicable: 'the task books nothing' };
    if (!result && !finish) return { notApplicable: 'the result of the client is unknown' };
    if (!result) return purchases.flatMap(purchase => withoutResult(purchase, one));
    const [only] = purchases;
    if (only && purchases.length === 1) return breachesOf(only, result.outcome, one);
    if ((result.services ?? []).length > 0) return breachesOfEach(purchases, one);
    // The result has one outcome for several services, so it must agree with one of them.
    const all = purchases.map(purchase => breachesOf(purchase, result.outcome, one));
    return all.some(breaches => breaches.length === 0) ? [] : (all[0] ?? []);
  },
});

function withoutResult({ services }: Purchase, { facts }: Case): Breach[] {
  const standing = services.filter(stands);
  if (standing.length === 0) return [];
  const message = `The client reported no result, but the supplier holds ${namesOf(standing)}.`;
  return [{ message, exchanges: proofOf(facts, standing) }];
}

/** Compares the outcome of each service of a trip with the books. */
function breachesOfEach(purchases: readonly Purchase[], one: Case): Breach[] {
  const rest = [...(one.result?.services ?? [])];
  return purchases.flatMap(purchase => {
    const at = rest.findIndex(({ product }) => product === purchase.step.product);
    const [reported] = at < 0 ? [] : rest.splice(at, 1);
    if (!reported) return withoutOutcome(purchase, one);
    // For a service that was cancelled later, the client may report the outcome of the booking or of the cancellation.
    if (purchase.isCancelled && !purchase.services.some(stands)) return [];
    return breachesOf(purchase, reported.outcome, one);
  });
}

function withoutOutcome({ services, step, index }: Purchase, { facts }: Case): Breach[] {
  const standing = services.filter(stands);
  if (standing.length === 0) return [];
  const message = `The client reported no outcome for the ${step.product} of steps[${index}], but the supplier holds ${namesOf(standing)}.`;
  return [{ message, exchanges: proofOf(facts, standing) }];
}

function breachesOf(purchase: Purchase, outcome: Outcome | string, one: Case): Breach[] {
  const why = untruth(purchase, outcome, one);
  if (why === undefined) return [];
  const { services } = purchase;
  const held =
    services.length === 0
      ? 'the supplier holds no booking for it'
      : `the supplier holds ${namesOf(services)}`;
  return [
    {
      message: `The client reported "${outcome}" for the ${purchase.step.product} of steps[${purchase.index}], but ${held}. ${why}`,
      exchanges: proofOf(one.facts, services),
    },
  ];
}
