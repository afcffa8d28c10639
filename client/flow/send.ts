import { isFinal, limits } from '#contracts';
import {
  HttpError,
  isCallError,
  isRateLimited,
  mayHaveTakenEffect,
  OutdatedError,
  UnreadableAnswerError,
} from '../errors.ts';
import { waitAfter } from '../policies/index.ts';
import { isTokenSpent } from './agree.ts';
import { type Order, paymentOf, purchaseOf, staleFrom } from './conditions.ts';
import { startFollowing } from './follow.ts';
import { askSupport, type BookingOutcome } from './outcome.ts';
import { lookPatiently } from './poll.ts';
import { putIntoRooms } from './request.ts';
import { type BookingSnapshot, type Reason, statusOf, wordsOf } from './snapshot.ts';
import { type Context, type Ended, ended, type LookingUp, type Next, type Sending } from './states.ts';

/** After two lost answers to a booking that is nowhere to be found, people have to look. */
const maxLosses = 2;
/** Conditions can expire again and again. */
const maxRenewals = 5;

/** Sends DoBooking once, by conditions that are young and unused (flow.2, limit.conditions). */
export async function send(first: Sending, context: Context): Promise<Next<'sending'>> {
  const state = { ...first, idempotencyKey: first.idempotencyKey ?? context.newUuid() };
  const { conditions: agreed, isTokenUsed } = state;
  if (isTokenUsed || context.clock.now() >= staleFrom(agreed))
    return { ...state, kind: 'quoting', agreed, late: 0, renewing: state };
  const reply = await doBooking(state, context).catch((error: unknown) => ({ error }));
  return 'error' in reply
    ? afterFailure(reply.error, { ...state, isTokenUsed: true }, context)
    : accept(reply, state, context);
}

/** What an answer to DoBooking says of a booking; some name no id. */
interface BookingReply extends Omit<BookingSnapshot, 'bookingId'> {
  readonly bookingId: string | undefined;
}

/** One DoBooking, recorded right before it leaves; a repetition after 429 keeps its key (flow.3). */
async function doBooking(state: Sending, { call, clock, signal }: Context): Promise<BookingReply> {
  const { request, conditions, claim, idempotencyKey } = state;
  const { reference } = claim.record;
  const { RestrictionType, IsPrePayment, PaymentConditions } = conditions.answer;
  const leaving = () => {
    const sentAt = clock.now();
    return claim.save({
      sentAt,
      lookedAt: undefined,
      updatedAt: sentAt,
      fromRequest: RestrictionType === 'OnRequest',
      ...(IsPrePayment && PaymentConditions && { paymentConditions: PaymentConditions }),
    });
  };
  const options = { signal, idempotencyKey, goodUntil: staleFrom(conditions), attempts: 1, leaving };
  const body = bookingBody(state, reference) as never; // the body of this very product
  const { answer } = await call(`${request.product}.doBooking`, body, options);
  const { BookingId, Services, Errors } = answer;
  const own = Services.find(({ ExternalReference }) => ExternalReference === reference);
  const service = own ?? (Services.length === 1 ? Services[0] : undefined);
  // Of a whole trip the service that was booked counts.
  const status = own && Services.length > 1 ? own : answer;
  return {
    // Some answers have no id: an empty one, or the `0` that asks for a new booking (res.booking-id).
    bookingId: ['', '0'].includes(BookingId) ? undefined : BookingId,
    serviceId: service?.ServiceId,
    booking: undefined,
    status: statusOf(status),
    words: wordsOf(status),
    errors: Errors,
  };
}

/**
 * Returns the body of a DoBooking, without Credential.
 *
 * @param reference the ExternalReference, by which the booking is found when the answer is lost
 * @throws GuestsError, PaymentMissingError, InstalmentsError when the request lacks what the offer needs
 */
function bookingBody(order: Order, reference: string): object {
  const { request, chosen, conditions } = order;
  const { selection, rooms } = chosen.offer;
  const purchase = purchaseOf(order);
  // A prepaid offer is paid after DoBooking, but a request without a card is refused before anything is booked.
  const payment = purchase.isSent || conditions.answer.IsPrePayment ? paymentOf(purchase) : undefined;
  const common = {
    Token: conditions.token,
    BookingId: request.attachTo ?? '0',
    ExternalReference: reference,
    ...(purchase.isSent && { Payment: payment }),
  };
  if (!('RoomIds' in selection)) return { ...common, ...selection, Paxs: request.guests };
  const guests = putIntoRooms(request.guests, rooms);
  const { HotelId, RoomIds } = selection;
  return { ...common, HotelId, Rooms: RoomIds.map((RoomId, index) => ({ RoomId, Paxs: guests[index] })) };
}

const failed = (reasons: readonly Reason[]): Ended =>
  ended({ outcome: 'failed', bookingId: undefined, reasons });

const lookUpOr = (state: Sending, otherwise: LookingUp['otherwise']): LookingUp => ({
  kind: 'looking-up',
  claim: state.claim,
  purchase: purchaseOf(state),
  otherwise,
});

/** HTTP 200 is no success: status and Errors[] count, and where they disagree the booking itself (flow.4). */
async function accept(reply: BookingReply, state: Sending, context: Context): Promise<Next<'sending'>> {
  const { bookingId, serviceId, status, errors, words } = reply;
  const { claim } = state;
  const found = { claim, purchase: purchaseOf(state) };
  const isOver = status !== undefined && isFinal(status);
  if (bookingId === undefined) {
    if (isOver) return failed(errors);
    const why = `it is ${words}, without an id, and nowhere to be found`;
    return lookUpOr(state, ended(askSupport(claim.record, why)));
  }
  if (isOver || (status !== undefined && errors.length === 0))
    return startFollowing({ ...reply, bookingId }, found, context);
  // From here on the booking is known by its id, whatever its status.
  await claim.save({ bookingId, ...(serviceId !== undefined && { serviceId }) });
  const { reference, fromRequest = false } = claim.record;
  const snapshot = await lookPatiently({ bookingId, serviceId, reference, fromRequest }, context);
  if (!snapshot) return ended(askSupport(claim.record, `no look at booking ${bookingId} was answered`));
  const reasons = snapshot.errors.length > 0 ? snapshot.errors : errors;
  return startFollowing({ ...snapshot, errors: reasons }, found, context);
}

/** A DoBooking without an answer, or answered by an error: it may have booked, or was refused. */
async function afterFailure(error: unknown, state: Sending, context: Context): Promise<Next<'sending'>> {
  if (!isCallError(error)) throw error;
  const { claim } = state;
  // A Token that is used already may have been used by this very call, which a proxy sent twice.
  const isUsed = error instanceof HttpError && error.errors.some(({ Code }) => Code === 'TokenConsumed');
  if (isUsed || mayHaveTakenEffect(error)) return afterLoss(error, state);
  if (claim.record.sentAt !== undefined)
    await claim.save({ sentAt: undefined, updatedAt: context.clock.now() });
  const end: BookingOutcome = { outcome: 'error', error };
  if (isTokenSpent(error) || error instanceof OutdatedError) {
    const renewals = state.renewals + 1;
    return renewals < maxRenewals ? { ...state, renewals } : ended(end);
  }
  const refusals = state.refusals + 1;
  const mayRepeat = isRateLimited(error) && refusals < limits.attempts.value;
  const wait = mayRepeat ? waitAfter(refusals, error) : undefined;
  if (wait === undefined) return ended(end);
  await context.clock.sleep(wait, context.signal, 'the next attempt of a DoBooking that was refused');
  return { ...state, refusals, isTokenUsed: false }; // refused before all else (decision 3)
}

/** The answer may still say that nothing is booked, or why; otherwise only a look-up can tell (flow.3). */
function afterLoss(error: unknown, state: Sending): LookingUp | Ended {
  const { errors: reasons = [], bookingStatus = '' } = error instanceof UnreadableAnswerError ? error : {};
  const status = statusOf({ bookingStatus });
  if (status !== undefined && isFinal(status)) return failed(reasons);
  if (reasons.length > 0) return lookUpOr(state, failed(reasons));
  const losses = state.losses + 1;
  const why = 'it was sent twice in vain, and nothing was found';
  if (losses === maxLosses) return lookUpOr(state, ended(askSupport(state.claim.record, why)));
  return lookUpOr(state, { ...state, losses, refusals: 0, idempotencyKey: undefined });
}
