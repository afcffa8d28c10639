import { isFinal, limits } from '#contracts';
import { HttpError, isCallError, mayHaveTakenEffect, OutdatedError } from '../errors.ts';
import type { Claim, LedgerRecord, LedgerState } from '../ledger.ts';
import { waitAfter } from '../retry.ts';
import { bookingBody, type Order } from './booking-body.ts';
import { areStale, isTokenSpent, staleFrom } from './conditions.ts';
import type { Context } from './context.ts';
import { type Found, wordsOf } from './found.ts';
import { lookUp } from './look-up.ts';
import { type BookingOutcome, emergency } from './outcome.ts';
import { asFollowed, look } from './poll.ts';
import { settle } from './settle.ts';
import { statusOf } from './status.ts';
import { stayKey } from './stay-key.ts';

/** Gives conditions that are young enough to book by, or why there are none. */
export type Renew = (
  order: Order,
  isSpent: boolean,
) => Promise<{ order: Order } | { outcome: BookingOutcome }>;

/**
 * Books what was agreed to, once, whatever happens on the way (flow.3): under a claim of the ledger, which is written before
 * DoBooking is sent; who wants the same meanwhile shares the outcome.
 */
export async function reserve(order: Order, renew: Renew, context: Context): Promise<BookingOutcome> {
  const key = stayKey(order, context.username);
  const { underWay, signal } = context;
  for (let running = underWay.get(key); running; running = underWay.get(key)) {
    const outcome = await untilAborted(running, signal);
    if (outcome) return outcome;
  }
  const run = claimAndBook({ key, order, renew }, context).finally(() => underWay.delete(key));
  underWay.set(key, run);
  return run;
}

/** What becomes of a booking that another caller makes; undefined when that one was aborted, or failed without an outcome. */
function untilAborted(
  running: Promise<BookingOutcome>,
  signal: AbortSignal | undefined,
): Promise<BookingOutcome | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    running.then(resolve, () => resolve(undefined)).finally(() => signal?.removeEventListener('abort', stop));
  });
}

interface Job {
  readonly key: string;
  readonly order: Order;
  readonly renew: Renew;
}

/** How often a booking is looked for that another process is making, milliseconds. */
const patience = 1_000;

async function claimAndBook({ key, order, renew }: Job, context: Context): Promise<BookingOutcome> {
  const { ledger, clock, signal } = context;
  let gone: string | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const claiming = await ledger.claim(key, () => newRecord(key, order, clock.now()), gone);
    if (claiming.kind === 'done') {
      const outcome = await repeated(claiming.record, order, context);
      if (states[outcome.outcome] !== 'FAILED') return outcome;
      gone = claiming.record.reference; // cancelled since: who wants it now wants another one
      continue;
    }
    if (claiming.kind === 'held') {
      await clock.sleep(patience, signal, 'another process that makes the same booking');
      continue;
    }
    const { claim } = claiming;
    const known = { ...order, reference: claim.record.reference };
    const run = async () =>
      (await recover(claim, known, context)) ?? (await send({ claim, order: known, renew }, context));
    return underClaim(claim, run, context);
  }
}

/**
 * Acts under a claim and gives it back. Once DoBooking was sent no failure is the end of it: a later look or people have to
 * tell what came of it, and until then it stays PENDING. Only who is refused for the credential is told just that.
 */
export async function underClaim(
  claim: Claim,
  run: () => Promise<BookingOutcome>,
  { signal }: Context,
): Promise<BookingOutcome> {
  try {
    return await run();
  } catch (error) {
    const isRefused = error instanceof HttpError && error.status === 401;
    if (signal?.aborted || isRefused || claim.record.sentAt === undefined) throw error;
    return undecided(claim, error instanceof Error ? error.message : String(error));
  } finally {
    // What cannot be given back is free when this process ends; the outcome matters more.
    await claim.release().catch(() => undefined);
  }
}

function undecided({ record: { bookingId, reference } }: Claim, why: string): BookingOutcome {
  return { outcome: 'ask-support', bookingId, reference, why, support: emergency };
}

function newRecord(key: string, { reference, wish }: Order, now: number): LedgerRecord {
  return { key, state: 'PENDING', reference, product: wish.product, updatedAt: now };
}

/** Somebody asked for a booking that stands already: it is the same one, as it is now. */
async function repeated(
  { bookingId = '', serviceId, reference }: LedgerRecord,
  order: Order,
  context: Context,
): Promise<BookingOutcome> {
  const followed = { bookingId, serviceId, reference, fromRequest: false };
  const found = await look(followed, context);
  return settle({ found, followed, order, seen: async () => undefined }, context);
}

/** Finishes what was begun under a claim, by this process or by one that is gone: look-up first. Undefined: nothing was booked. */
export async function recover(
  claim: Claim,
  order: Order | undefined,
  context: Context,
): Promise<BookingOutcome | undefined> {
  const { sentAt, reference, bookingId, serviceId, fromRequest = false } = claim.record;
  if (sentAt === undefined) return undefined;
  // What was answered before is known by its id.
  if (bookingId !== undefined) {
    const found = await look({ bookingId, serviceId, reference, fromRequest }, context);
    return follow(found, { claim, order }, context);
  }
  const looked = await lookUp(reference, sentAt, context);
  if (looked.kind === 'found') return follow(looked.found, { claim, order }, context);
  if (looked.kind === 'not-found') return undefined;
  return undecided(claim, 'the look-ups for it were not answered to the end');
}

interface Sending {
  readonly claim: Claim;
  readonly order: Order;
  readonly renew: Renew;
}

/** A booking whose answer was lost twice, and that is nowhere to be found, is for people. */
const mostSends = 2;
/** Conditions that grow old again and again. */
const mostRenewals = 5;

async function send({ claim, order: first, renew }: Sending, context: Context): Promise<BookingOutcome> {
  let order = first;
  let isSpent = false;
  let sends = 0;
  for (let renewals = 0; renewals < mostRenewals && sends < mostSends; renewals += 1) {
    const renewed = await renew(order, isSpent);
    if ('outcome' in renewed) return close(claim, renewed.outcome, context);
    order = renewed.order;
    const body = bookingBody(order);
    const sentAt = context.clock.now();
    const fromRequest = order.given.answer.RestrictionType === 'OnRequest';
    await claim.save({ sentAt, fromRequest, updatedAt: sentAt });
    const told = await doBooking(order, body, context).catch(refusalOf);
    if ('bookingId' in told) return accept(told, { claim, order }, context);
    isSpent = true;
    if (told.mayBeBooked) {
      const recovered = await recover(claim, order, context);
      if (recovered) return recovered;
      sends += 1;
    } else {
      await claim.save({ sentAt: undefined, updatedAt: context.clock.now() });
      const isOver = isTokenSpent(told.error) || told.error instanceof OutdatedError;
      const outlives = isOver || (await waitOut(told.error, order, context));
      if (!outlives) return close(claim, { outcome: 'error', error: told.error }, context);
    }
  }
  return undecided(claim, 'it was sent in vain again and again');
}

/** Waits as long as a 429 asks to; true when the conditions have grown too old by then, and are to be renewed. */
async function waitOut(error: unknown, { given }: Order, { clock, signal }: Context): Promise<boolean> {
  if (!(error instanceof HttpError && error.status === 429)) return false;
  const wait = waitAfter(limits.attempts.value - 1, error);
  if (wait === undefined || !areStale(given, clock.now() + wait)) return false;
  await clock.sleep(wait, signal, 'the end of a 429 that outlives the conditions');
  return true;
}

/** A DoBooking that was not answered, or answered by an error. */
interface Unanswered {
  readonly error: unknown;
  /** A Token that is used already may have been used by this very call, which something on the way sent twice. */
  readonly mayBeBooked: boolean;
}

function refusalOf(error: unknown): Unanswered {
  if (!isCallError(error)) throw error;
  const isUsed = error instanceof HttpError && error.errors.some(({ Code }) => Code === 'TokenConsumed');
  return { error, mayBeBooked: isUsed || mayHaveTakenEffect(error) };
}

/** One DoBooking, with a key of its own (flow.3); the transport keeps it over a 429. */
async function doBooking(
  { wish, given }: Order,
  body: object,
  { call, newUuid, signal }: Context,
): Promise<Found> {
  const options = { signal, idempotencyKey: newUuid(), goodUntil: staleFrom(given) };
  const { answer } = await call(`${wish.product}.doBooking`, body as never, options); // the body of this very product
  return {
    bookingId: answer.BookingId,
    serviceId: answer.Services[0]?.ServiceId,
    booking: undefined,
    status: statusOf(answer),
    words: wordsOf(answer),
    errors: answer.Errors,
  };
}

/** HTTP 200 is no success: status and Errors[] are looked at, and where they disagree the booking itself (flow.4). */
async function accept(told: Found, { claim, order }: Following, context: Context): Promise<BookingOutcome> {
  const { bookingId, serviceId, status, errors } = told;
  await claim.save({
    bookingId,
    ...(serviceId !== undefined && { serviceId }),
    ...(status && { status }),
    // An OnRequest may be told as Pending from the start (flow.5).
    fromRequest: status === 'on-request' || (claim.record.fromRequest ?? false),
    updatedAt: context.clock.now(),
  });
  const disagrees = status === undefined || (errors.length > 0 && !isFinal(status));
  if (!disagrees) return follow(told, { claim, order }, context);
  const { reference, fromRequest = false } = claim.record;
  const found = await look({ bookingId, serviceId, reference, fromRequest }, context);
  const reasons = found.errors.length > 0 ? found.errors : errors;
  return follow({ ...found, errors: reasons }, { claim, order }, context);
}

interface Following {
  readonly claim: Claim;
  /** Undefined after a restart. */
  readonly order: Order | undefined;
}

async function follow(found: Found, { claim, order }: Following, context: Context): Promise<BookingOutcome> {
  const { bookingId, serviceId, status } = found;
  const { reference, fromRequest = false } = claim.record;
  const followed = { bookingId, serviceId, reference, fromRequest: fromRequest || status === 'on-request' };
  const seen = async (last: Found) => {
    const known = { bookingId, ...(serviceId !== undefined && { serviceId }) };
    const told = { fromRequest: followed.fromRequest, ...(last.status && { status: last.status }) };
    await claim.save({ ...known, ...told, updatedAt: context.clock.now() });
  };
  const settling = { found: asFollowed(found, followed), followed, order, seen };
  return close(claim, await settle(settling, context), context);
}

const states: Partial<Record<BookingOutcome['outcome'], LedgerState>> = {
  confirmed: 'CONFIRMED',
  rejected: 'FAILED',
  failed: 'FAILED',
  expired: 'FAILED',
  'declined-by-user': 'FAILED',
  unavailable: 'FAILED',
  error: 'FAILED',
};

/** Writes how it ended; what is undecided stays PENDING. */
async function close(claim: Claim, outcome: BookingOutcome, { clock }: Context): Promise<BookingOutcome> {
  const state = states[outcome.outcome];
  if (state) await claim.save({ state, updatedAt: clock.now() });
  return outcome;
}
