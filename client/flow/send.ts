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
import { expiryOf, type Order, paymentOf, purchaseOf } from './agree-conditions.ts';
import { startFollowing } from './follow.ts';
import { askSupport, type BookingOutcome } from './outcome.ts';
import { readWithRetries } from './poll.ts';
import { putIntoRooms } from './request.ts';
import { type BookingSnapshot, type Reason, statusOf, statusTextOf } from './snapshot.ts';
import { type Context, type Ended, ended, type LookingUp, type Next, type Sending } from './states.ts';

const maxLosses = 2;
const maxRenewals = 5;

/** flow.2, limit.conditions */
export async function send(first: Sending, context: Context): Promise<Next<'sending'>> {
  const state = { ...first, idempotencyKey: first.idempotencyKey ?? context.newUuid() };
  const { conditions: agreed, isTokenUsed } = state;
  if (isTokenUsed || context.clock.now() >= expiryOf(agreed))
    return { ...state, kind: 'quoting', agreed, late: 0, renewing: state };
  const reply = await doBooking(state, context).catch((error: unknown) => ({ error }));
  return 'error' in reply
    ? afterFailure(reply.error, { ...state, isTokenUsed: true }, context)
    : accept(reply, state, context);
}

interface BookingReply extends Omit<BookingSnapshot, 'bookingId'> {
  readonly bookingId: string | undefined;
}

/** A repeated call after a 429 has the same Idempotency-Key (flow.3). */
async function doBooking(state: Sending, { call, clock, signal }: Context): Promise<BookingReply> {
  const { request, conditions, claim, idempotencyKey } = state;
  const { reference } = claim.record;
  const { RestrictionType, IsPrePayment, PaymentConditions, TotalSellingPrice } = conditions.answer;
  const leaving = () => {
    const sentAt = clock.now();
    return claim.save({
      sentAt,
      lookedAt: undefined,
      updatedAt: sentAt,
      fromRequest: RestrictionType === 'OnRequest',
      ...(TotalSellingPrice && { currency: TotalSellingPrice.Currency }),
      ...(IsPrePayment && PaymentConditions && { paymentConditions: PaymentConditions }),
    });
  };
  const options = { signal, idempotencyKey, goodUntil: expiryOf(conditions), attempts: 1, leaving };
  const body = bookingBody(state, reference) as never; // `body` belongs to the product of the request
  const { answer } = await call(`${request.product}.doBooking`, body, options);
  const { BookingId, Services, Errors } = answer;
  const own = Services.find(({ ExternalReference }) => ExternalReference === reference);
  const service = own ?? (Services.length === 1 ? Services[0] : undefined);
  // In a trip with several services, only the new one counts.
  const status = own && Services.length > 1 ? own : answer;
  return {
    // Some answers have an empty text or the `0` of the request (res.booking-id).
    bookingId: ['', '0'].includes(BookingId) ? undefined : BookingId,
    serviceId: service?.ServiceId,
    booking: undefined,
    status: statusOf(status),
    statusText: statusTextOf(status),
    errors: Errors,
  };
}

function bookingBody(order: Order, reference: string): object {
  const { request, chosen, conditions } = order;
  const { selection, rooms } = chosen.offer;
  const purchase = purchaseOf(order);
  // If a prepaid offer has no card, `paymentOf` throws before anything is booked.
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

const lookUpOr = (state: Sending, fallback: LookingUp['fallback']): LookingUp => ({
  kind: 'looking-up',
  claim: state.claim,
  purchase: purchaseOf(state),
  fallback,
});

/** HTTP 200 can still report a failure. If status and Errors[] disagree, the client reads the booking (flow.4). */
async function accept(reply: BookingReply, state: Sending, context: Context): Promise<Next<'sending'>> {
  const { bookingId, serviceId, status, errors, statusText } = reply;
  const { claim } = state;
  const found = { claim, purchase: purchaseOf(state) };
  const isOver = status !== undefined && isFinal(status);
  if (bookingId === undefined) {
    if (isOver) return failed(errors);
    const why = `DoBooking returned the status ${statusText} without a BookingId, and no look-up found the booking`;
    return lookUpOr(state, ended(askSupport(claim.record, why)));
  }
  if (isOver || (status !== undefined && errors.length === 0))
    return startFollowing({ ...reply, bookingId }, found, context);
  // Saved before the read, because the status is not clear yet.
  await claim.save({ bookingId, ...(serviceId !== undefined && { serviceId }) });
  const { reference, fromRequest = false } = claim.record;
  const snapshot = await readWithRetries({ bookingId, serviceId, reference, fromRequest }, context);
  if (!snapshot) return ended(askSupport(claim.record, `no look-up of booking ${bookingId} had an answer`));
  const reasons = snapshot.errors.length > 0 ? snapshot.errors : errors;
  return startFollowing({ ...snapshot, errors: reasons }, found, context);
}

async function afterFailure(error: unknown, state: Sending, context: Context): Promise<Next<'sending'>> {
  if (!isCallError(error)) throw error;
  const { claim } = state;
  // If a proxy sent the call twice, the first copy consumed the Token and may have booked.
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
  await context.clock.sleep(wait, context.signal, 'the next attempt of a refused DoBooking');
  return { ...state, refusals, isTokenUsed: false }; // the supplier checks the rate limit before the Token (decision 2)
}

/** An unreadable answer can show that nothing is booked. Otherwise the client looks for the booking (flow.3). */
function afterLoss(error: unknown, state: Sending): LookingUp | Ended {
  const { errors: reasons = [], bookingStatus = '' } = error instanceof UnreadableAnswerError ? error : {};
  const status = statusOf({ bookingStatus });
  if (status !== undefined && isFinal(status)) return failed(reasons);
  if (reasons.length > 0) return lookUpOr(state, failed(reasons));
  const losses = state.losses + 1;
  const why = 'DoBooking was sent twice without an answer, and no look-up found the booking';
  if (losses === maxLosses) return lookUpOr(state, ended(askSupport(state.claim.record, why)));
  return lookUpOr(state, { ...state, losses, refusals: 0, idempotencyKey: undefined });
}
