import { isFinal } from '#contracts';
import { isCallError, mayHaveTakenEffect } from '../errors.ts';
import type { Claim, LedgerRecord, LedgerState } from '../ledger.ts';
import { bookingBody, type Order } from './booking-body.ts';
import { isTokenSpent } from './conditions.ts';
import type { Context } from './context.ts';
import { type Found, wordsOf } from './found.ts';
import { lookUp } from './look-up.ts';
import { type BookingOutcome, emergency } from './outcome.ts';
import { look } from './poll.ts';
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
export function reserve(order: Order, renew: Renew, context: Context): Promise<BookingOutcome> {
  const key = stayKey(order, context.username);
  const running = context.underWay.get(key);
  if (running) return running;
  const run = claimAndBook({ key, order, renew }, context).finally(() => context.underWay.delete(key));
  context.underWay.set(key, run);
  return run;
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
  for (;;) {
    const claiming = await ledger.claim(key, () => newRecord(key, order, clock.now()));
    if (claiming.kind === 'done') return repeated(claiming.record, order, context);
    if (claiming.kind === 'held') {
      await clock.sleep(patience, signal, 'another process that makes the same booking');
      continue;
    }
    const { claim } = claiming;
    try {
      const known = { ...order, reference: claim.record.reference };
      return (await recover(claim, known, context)) ?? (await send({ claim, order: known, renew }, context));
    } finally {
      await claim.release();
    }
  }
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
  const { sentAt, reference } = claim.record;
  if (sentAt === undefined) return undefined;
  const looked = await lookUp(reference, sentAt, context);
  if (looked.kind === 'found') {
    const fromRequest = isOnRequest(order, looked.found);
    return follow(looked.found, { claim, order, fromRequest }, context);
  }
  if (looked.kind === 'not-found') return undefined;
  return {
    outcome: 'ask-support',
    bookingId: undefined,
    reference,
    why: 'no look-up for it was answered',
    support: emergency,
  };
}

/** Whether it began as OnRequest: the offer says so; after a restart only the status does, until a look has changed it. */
const isOnRequest = (order: Order | undefined, { status }: Found): boolean =>
  order ? order.given.answer.RestrictionType === 'OnRequest' : status === 'on-request';

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
  for (let renewals = 0; renewals < mostRenewals; renewals += 1) {
    const renewed = await renew(order, isSpent);
    if ('outcome' in renewed) return close(claim, renewed.outcome, context);
    order = renewed.order;
    const body = bookingBody(order);
    await claim.save({ sentAt: context.clock.now(), updatedAt: context.clock.now() });
    try {
      return await accept(await doBooking(order, body, context), { claim, order }, context);
    } catch (error) {
      if (!isCallError(error)) throw error;
      if (!isTokenSpent(error) && !mayHaveTakenEffect(error))
        return close(claim, { outcome: 'error', error }, context);
      isSpent = true;
      if (isTokenSpent(error)) continue;
      const recovered = await recover(claim, order, context);
      if (recovered) return recovered;
      sends += 1;
      if (sends >= mostSends) break;
    }
  }
  const { reference } = order;
  return {
    outcome: 'ask-support',
    bookingId: undefined,
    reference,
    why: 'it was sent in vain again and again',
    support: emergency,
  };
}

/** One DoBooking, with a key of its own (flow.3); the transport keeps it over a 429. */
async function doBooking({ wish }: Order, body: object, { call, newUuid, signal }: Context): Promise<Found> {
  const options = { signal, idempotencyKey: newUuid() };
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
async function accept(
  told: Found,
  { claim, order }: Pick<Sending, 'claim' | 'order'>,
  context: Context,
): Promise<BookingOutcome> {
  const { bookingId, serviceId, status, errors } = told;
  const fromRequest = status === 'on-request';
  const { reference } = order;
  const known = { bookingId, ...(serviceId !== undefined && { serviceId }) };
  await claim.save({ ...known, updatedAt: context.clock.now() });
  const disagrees = errors.length > 0 && !(status && isFinal(status));
  if (!disagrees) return follow(told, { claim, order, fromRequest }, context);
  const found = await look({ bookingId, serviceId, reference, fromRequest }, context);
  const reasons = found.errors.length > 0 ? found.errors : errors;
  return follow({ ...found, errors: reasons }, { claim, order, fromRequest }, context);
}

interface Following {
  readonly claim: Claim;
  readonly order: Order | undefined;
  readonly fromRequest: boolean;
}

async function follow(
  found: Found,
  { claim, order, fromRequest }: Following,
  context: Context,
): Promise<BookingOutcome> {
  const { bookingId, serviceId } = found;
  const { reference } = claim.record;
  const followed = { bookingId, serviceId, reference, fromRequest };
  const seen = async ({ status }: Found) => {
    await claim.save({ bookingId, ...(status && { status }), updatedAt: context.clock.now() });
  };
  return close(claim, await settle({ found, followed, order, seen }, context), context);
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
