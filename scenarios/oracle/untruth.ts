import { limits } from '#contracts';
import type { BookedService } from '../books/index.ts';
import type { Case } from './invariant.ts';
import { hasSeenConfirmed, isKnown, searchedInVain } from './knowledge.ts';
import { amount, type Purchase, stands, taken } from './purchases.ts';

/** The outcomes that say that the client leaves the booking to the user or to the support. */
const open: readonly string[] = ['pending', 'ask-support'];

/**
 * Returns a sentence that says why an outcome does not agree with the books; undefined if the outcome agrees.
 *
 * @example untruth(purchase, 'failed', one) // 'The user would book again, and pay twice.'
 */
export function untruth(purchase: Purchase, outcome: string, one: Case): string | undefined {
  const standing = purchase.services.filter(stands);
  if (open.includes(outcome)) return untruthOfOpen(standing, one);
  if (outcome === 'confirmed') return untruthOfConfirmed(purchase, one) ?? untruthOfPenalty(purchase);
  if (outcome === 'cancelled')
    return standing.length > 0 ? 'The user would not know that the booking still stands.' : undefined;
  if (outcome === 'payment-declined') return untruthOfDeclined(standing) ?? untruthOfPenalty(purchase);
  return untruthOfNothing(purchase, outcome, one);
}

function untruthOfOpen(standing: readonly BookedService[], one: Case): string | undefined {
  const isNameless = standing.some(
    service => isKnown(service, one) === false && searchedInVain(service, one, endOf(one)) !== 'whole',
  );
  return isNameless
    ? 'Neither its result nor its state has the BookingId or the reference, so no one could ask for this booking.'
    : undefined;
}

function untruthOfConfirmed({ services, isCancelled }: Purchase, { result }: Case): string | undefined {
  const good = services.filter(
    ({ status }) => status === 'confirmed' || (isCancelled && status === 'cancellation-failed'),
  );
  if (good.length === 0) return 'The traveller would arrive without a booking.';
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
function untruthOfNothing(purchase: Purchase, outcome: string, one: Case): string | undefined {
  const { isCancelled } = purchase;
  const standing = purchase.services.filter(service => {
    if (!stands(service)) return false;
    if (outcome === 'expired' && endOf(one) - service.bookedAt >= limits.onRequestLife.value) return false;
    if (isCancelled && isUnchanged(service, one)) return false;
    return searchedInVain(service, one, endOf(one)) !== 'whole';
  });
  if (standing.length > 0) return 'The user would not know of this booking, and may book and pay again.';
  return untruthOfPenalty(purchase);
}

/** Judges the penalties of bookings that the client cancelled, although the user did not want that. */
function untruthOfPenalty({ services, isCancelled }: Purchase): string | undefined {
  const owed = services.find(({ penalty }) => penalty !== undefined && penalty.Value > 0);
  if (isCancelled || !owed?.penalty) return undefined;
  const { Value, Currency } = owed.penalty;
  return `The user owes a penalty of ${amount(Math.round(Value * 100), Currency)}.`;
}

/**
 * Returns whether the outcome of a failed cancellation is true: the client saw the booking confirmed, the booking still stands as
 * before, and the client knows its id.
 */
const isUnchanged = (service: BookedService, one: Case): boolean =>
  (service.status === 'confirmed' || service.status === 'cancellation-failed') &&
  hasSeenConfirmed(service, one) &&
  isKnown(service, one) !== false;

/** The time of the last call of the client, in epoch milliseconds. */
const endOf = ({ facts, finish }: Case): number => {
  const first = facts[0]?.opened.at ?? 0;
  return Math.max(facts.at(-1)?.opened.at ?? 0, first + (finish?.virtualMs ?? 0));
};
