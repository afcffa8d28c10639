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

/** After two lost answers without a booking at the supplier, support must look. */
const maxLosses = 2;
/** Conditions can expire again and again. */
const maxRenewals = 5;

/** Sends DoBooking once, with fresh and unused conditions (flow.2, limit.conditions). */
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

/** The booking in an answer to DoBooking; some answers have no id. */
interface BookingReply extends Omit<BookingSnapshot, 'bookingId'> {
  readonly bookingId: string | undefined;
}

/** Sends one DoBooking, and records it right before it leaves. A repetition after 429 keeps its key (flow.3). */
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
  // In a trip with several services, the status of the booked service counts.
  const status = own && Services.length > 1 ? own : answer;
  return {
    // Some answers have no id: an empty text, or the `0` of the request (res.booking-id).
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

/** Reads an answer with HTTP 200, which can be a failure: status and Errors[] count, and the booking where they disagree (flow.4). */
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
  // The id is known from here on, with any status.
  await claim.save({ bookingId, ...(serviceId !== undefined && { serviceId }) });
  const { reference, fromRequest = false } = claim.record;
  const snapshot = await lookPatiently({ bookingId, serviceId, reference, fromRequest }, context);
  if (!snapshot) return ended(askSupport(claim.record, `no look at booking ${bookingId} was answered`));
  const reasons = snapshot.errors.length > 0 ? snapshot.errors : errors;
  return startFollowing({ ...snapshot, errors: reasons }, found, context);
}

/** Decides after a DoBooking without an answer, or with an error: it may have booked, or was refused. */
async function afterFailure(error: unknown, state: Sending, context: Context): Promise<Next<'sending'>> {
  if (!isCallError(error)) throw error;
  const { claim } = state;
  // A consumed Token may have been consumed by this call, if a proxy sent it twice.
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
  return { ...state, refusals, isTokenUsed: false }; // the supplier refuses by 429 before it reads the Token (decision 2)
}

/** Decides after a lost answer. Its text may show that nothing is booked; otherwise a look-up must find out (flow.3). */
function afterLoss(error: unknown, state: Sending): LookingUp | Ended {
  const { errors: reasons = [], bookingStatus = '' } = error instanceof UnreadableAnswerError ? error : {};
  const status = statusOf({ bookingStatus });
  if (status !== undefined && isFinal(status)) return failed(reasons);
  if (reasons.length > 0) return lookUpOr(state, failed(reasons));
  const losses = state.losses + 1;
  const why = 'it was sent twice without an answer, and nothing was found';
  if (losses === maxLosses) return lookUpOr(state, ended(askSupport(state.claim.record, why)));
  return lookUpOr(state, { ...state, losses, refusals: 0, idempotencyKey: undefined });
}
