import { limits } from '#contracts';
import type { Outcome } from '#contracts/scenario';
import {
  type BookedService,
  type Breach,
  centsText,
  couldNotCollide,
  defineRule,
  isKnown,
  namesOf,
  type Purchase,
  proofOf,
  type RunEnd,
  searchedInVain,
  seenAnswers,
  stands,
  taken,
} from '../assess/index.ts';

export const truthTold = defineRule({
  id: 'truth-told',
  reads: 'books',
  level: 'must',
  clauses: ['svc.1', 'flow.4', 'flow.5'],
  title: 'A correct client reports an outcome that agrees with the books of the supplier.',
  judgeEnd(end) {
    const { purchases, result, finish } = end;
    if (!purchases) return { notApplicable: 'the task of the client is unknown' };
    const [only, ...others] = purchases;
    if (!only) return { notApplicable: 'the task books nothing' };
    if (!result && !finish) return { notApplicable: 'the result of the client is unknown' };
    if (!result) return purchases.flatMap(purchase => judgeSilence(purchase, 'reported no result', end));
    if (others.length === 0) return judgeOutcome(only, result.outcome, end);
    if ((result.services ?? []).length > 0) return judgeEach(purchases, end);
    // The result has one outcome for several services, so it must agree with one of them.
    const all = purchases.map(purchase => judgeOutcome(purchase, result.outcome, end));
    return all.some(breaches => breaches.length === 0) ? [] : (all[0] ?? []);
  },
});

/** Judges a purchase about which the client reported nothing. */
function judgeSilence({ services }: Purchase, what: string, end: RunEnd): Breach[] {
  const standing = services.filter(stands);
  if (standing.length === 0) return [];
  const message = `The client ${what}, but the supplier holds ${namesOf(...standing)}.`;
  return [{ message, exchanges: proofOf(end, standing) }];
}

/** Compares the outcome of each service of a trip with the books. */
function judgeEach(purchases: readonly Purchase[], end: RunEnd): Breach[] {
  const rest = [...(end.result?.services ?? [])];
  return purchases.flatMap(purchase => {
    const { step, index } = purchase;
    const at = rest.findIndex(({ product }) => product === step.product);
    const [reported] = at < 0 ? [] : rest.splice(at, 1);
    if (!reported)
      return judgeSilence(purchase, `reported no outcome for the ${step.product} of steps[${index}]`, end);
    // For a service that was cancelled later, the client may report the outcome of the booking or of the cancellation.
    if (purchase.isCancelled && !purchase.services.some(stands)) return [];
    return judgeOutcome(purchase, reported.outcome, end);
  });
}

function judgeOutcome(purchase: Purchase, outcome: Outcome | string, end: RunEnd): Breach[] {
  const why = untruth(purchase, outcome, end);
  if (why === undefined) return [];
  const { services, step, index } = purchase;
  const held =
    services.length === 0
      ? 'the supplier holds no booking for it'
      : `the supplier holds ${namesOf(...services)}`;
  const message = `The client reported "${outcome}" for the ${step.product} of steps[${index}], but ${held}. ${why}`;
  const isMild = outcome === 'confirmed' && couldNotCollide(end.calls);
  return [{ message, exchanges: proofOf(end, services), ...(isMild && { warn: true as const }) }];
}

/** Returns a sentence that says why an outcome does not agree with the books; undefined if the outcome agrees. */
function untruth(purchase: Purchase, outcome: string, end: RunEnd): string | undefined {
  const standing = purchase.services.filter(stands);
  if (outcome === 'pending' || outcome === 'ask-support') return untruthOfOpen(standing, end);
  if (outcome === 'confirmed') return untruthOfConfirmed(purchase, end) ?? untruthOfPenalty(purchase);
  if (outcome === 'cancelled')
    return standing.length > 0 ? 'The user would not know that the booking still stands.' : undefined;
  if (outcome === 'payment-declined') return untruthOfDeclined(standing) ?? untruthOfPenalty(purchase);
  return untruthOfNothing(purchase, outcome, end);
}

/** Judges an outcome that leaves the booking to the user or to the support. */
function untruthOfOpen(standing: readonly BookedService[], end: RunEnd): string | undefined {
  const isNameless = standing.some(
    service => isKnown(service, end) === false && searchedInVain(service, end, timeOf(end)) !== 'whole',
  );
  return isNameless
    ? 'Neither its result nor its state has the BookingId or the reference, so no one could ask for this booking.'
    : undefined;
}

function untruthOfConfirmed({ services, isCancelled }: Purchase, { result }: RunEnd): string | undefined {
  const isGood = services.some(
    ({ status }) => status === 'confirmed' || (isCancelled && status === 'cancellation-failed'),
  );
  if (!isGood) return 'The traveller would arrive without a booking.';
  const { bookingId, services: several = [] } = result ?? {};
  if (bookingId === undefined || several.length > 0) return undefined;
  return services.some(service => service.bookingId === bookingId)
    ? undefined
    : `The supplier does not know booking "${bookingId}", which the client reported.`;
}

function untruthOfDeclined(standing: readonly BookedService[]): string | undefined {
  if (standing.some(service => taken(service).length > 0)) return 'The card was charged in spite of that.';
  return standing.every(({ status }) => status === 'awaiting-payment')
    ? undefined
    : 'The booking does not wait for a payment.';
}

/** Judges an outcome that says that nothing is booked and nothing is owed. */
function untruthOfNothing(purchase: Purchase, outcome: string, end: RunEnd): string | undefined {
  const isUntold = purchase.services.some(service => {
    if (!stands(service)) return false;
    if (outcome === 'expired' && timeOf(end) - service.bookedAt >= limits.onRequestLife.value) return false;
    if (purchase.isCancelled && isUnchanged(service, end)) return false;
    return searchedInVain(service, end, timeOf(end)) !== 'whole';
  });
  if (isUntold) return 'The user would not know of this booking, and may book and pay again.';
  return untruthOfPenalty(purchase);
}

/** Judges the penalties of bookings that the client cancelled, although the user did not want that. */
function untruthOfPenalty({ services, isCancelled }: Purchase): string | undefined {
  const owed = services.find(({ penalty }) => penalty !== undefined && penalty.Value > 0);
  if (isCancelled || !owed?.penalty) return undefined;
  const { Value, Currency } = owed.penalty;
  return `The user owes a penalty of ${centsText(Math.round(Value * 100), Currency)}.`;
}

/**
 * Returns whether the outcome of a failed cancellation is true: the client saw the booking confirmed, the booking still stands as
 * before, and the client knows its id.
 */
const isUnchanged = (service: BookedService, end: RunEnd): boolean =>
  (service.status === 'confirmed' || service.status === 'cancellation-failed') &&
  seenAnswers(service, end).some(({ facts }) => facts.answer.bookingStatus === 'CONFIRMED') &&
  isKnown(service, end) !== false;

/** The time of the last call of the client, in epoch milliseconds. */
const timeOf = ({ calls, finish }: RunEnd): number => {
  const first = calls[0]?.opened.at ?? 0;
  return Math.max(calls.at(-1)?.opened.at ?? 0, first + (finish?.virtualMs ?? 0));
};
