import { OutdatedError } from '../errors.ts';
import { orAborted } from '../or-aborted.ts';
import type { Order } from './booking-body.ts';
import { areStale, askConditions, type Given } from './conditions.ts';
import { type Consent, isSameBesidePrice, isSamePrice, toShow } from './consent.ts';
import type { Context } from './context.ts';
import { goOn } from './go-on.ts';
import type { BookingOutcome } from './outcome.ts';
import { type Renew, reserve } from './reserve.ts';
import { referenceKey, stayKey } from './stay-key.ts';
import { type Searched, searchFor, type Wish } from './wish.ts';

/** A ReToken can grow too old again while a user thinks. */
const mostSearches = 3;
/** So can conditions. */
const mostRounds = 5;

/**
 * Books what somebody wants: search → choose → conditions → consent → DoBooking → pay when due → follow up → voucher (svc.1,
 * flow.2). What was wanted before is gone on with, as soon as it is known to be the same. Never rejects but when its signal
 * is aborted: whatever happens is an outcome.
 */
export async function book(wish: Wish, consent: Consent, context: Context): Promise<BookingOutcome> {
  const { username, newUuid } = context;
  const before = (key: string) => goOn({ key, payment: wish.payment }, context);
  try {
    const own = referenceKey(wish, username);
    const meant = own === undefined ? undefined : await before(own);
    if (meant?.outcome) return meant.outcome;
    for (let search = 1; search <= mostSearches; search += 1) {
      const searched = await searchFor(wish, context);
      if (!searched.offer) return { outcome: 'unavailable', reasons: searched.reasons };
      const key = stayKey({ wish, searched }, username);
      const { outcome, gone } = meant ?? (await before(key));
      if (outcome) return outcome;
      const agreed = await agreeInTime(searched, { consent }, context);
      if (agreed === 'search-again') continue;
      if ('outcome' in agreed) return agreed;
      // A reference of the caller's can come again: for another stay, or when this one was rejected.
      const order: Order = { wish, searched, given: agreed, reference: newUuid() };
      return await reserve({ key, order, renew: renewal(consent, context), gone }, context);
    }
    return { outcome: 'unavailable', reasons: [] };
  } catch (error) {
    if (context.signal?.aborted) throw error;
    return { outcome: 'error', error };
  }
}

interface Agreement {
  readonly consent: Consent;
  /** What was agreed to before. */
  readonly before?: Given;
}

/** What came of asking the user: agreed conditions, how it ended without them, or that only a new Search helps. */
type Agreed = Given | BookingOutcome | 'search-again';

/** Asks until what was agreed to is young enough to book by: a user may think for longer (limit.conditions). */
async function agreeInTime(searched: Searched, agreement: Agreement, context: Context): Promise<Agreed> {
  let { before } = agreement;
  for (let round = 1; round <= mostRounds; round += 1) {
    const agreed: Agreed = await agree(searched, { ...agreement, ...(before && { before }) }, context);
    if (agreed === 'search-again' || 'outcome' in agreed || !areStale(agreed, context.clock.now()))
      return agreed;
    before = agreed;
  }
  return { outcome: 'error', error: new OutdatedError(`${searched.offer.product}.doBooking`) };
}

/** Gets conditions and has the user agree; again when they have changed since (flow.2, retoken.changed). */
async function agree(searched: Searched, { consent, before }: Agreement, context: Context): Promise<Agreed> {
  const asked = await askConditions(searched, context);
  if (asked.kind === 'search-again') return 'search-again';
  if (asked.kind === 'gone') return { outcome: 'unavailable', reasons: asked.reasons };
  const { given } = asked;
  const shown = toShow(given);
  const earlier = before && toShow(before);
  const priceBefore = earlier?.total ?? searched.offer.price;
  const priceChanged = !isSamePrice(priceBefore, shown.total);
  // The supplier's own word for it counts, whatever it did not show (retoken.changed).
  const isRevised = given.answer.RevalidateBookingConditions === 'RoomsFoundWithChanges';
  const isOther = earlier !== undefined && !isSameBesidePrice(earlier, shown);
  const conditionsChanged = isOther || (isRevised && !priceChanged);
  if (earlier && !priceChanged && !conditionsChanged) return given;
  const question = { shown, before: { total: priceBefore }, priceChanged, conditionsChanged };
  const agreed = await orAborted(Promise.resolve(consent(question)), context.signal);
  return agreed ? given : { outcome: 'declined-by-user', shown };
}

/** Conditions that have grown old, or whose Token is spent, are asked for again, by the ReToken (flow.2, limit.conditions). */
function renewal(consent: Consent, context: Context): Renew {
  return async (order, isSpent) => {
    const { given: before, searched } = order;
    if (!isSpent && !areStale(before, context.clock.now())) return { order };
    const given = await agreeInTime(searched, { consent, before }, context);
    if (given === 'search-again') return { outcome: { outcome: 'unavailable', reasons: [] } };
    return 'outcome' in given ? { outcome: given } : { order: { ...order, given } };
  };
}
