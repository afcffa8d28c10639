import type { ServiceStatus } from '#contracts';
import { isCallError, mayHaveTakenEffect } from '../errors.ts';
import type { Claim, LedgerRecord, LedgerState } from '../ledger.ts';
import { bookingBody, type Order } from './booking-body.ts';
import { isTokenSpent } from './conditions.ts';
import type { Context } from './context.ts';
import type { Found } from './found.ts';
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
  if (looked.kind === 'found') return follow(looked.found, { claim, order }, context);
  if (looked.kind === 'not-found') return undefined;
  return {
    outcome: 'ask-support',
    bookingId: undefined,
    reference,
    why: 'no look-up for it was answered',
    support: emergency,
  };
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

interface Reply {
  readonly bookingId: string;
  readonly serviceId: string | undefined;
  readonly status: ServiceStatus | undefined;
  readonly errors: readonly { Code: string }[];
}

/** One DoBooking, with a key of its own (flow.3); the transport keeps it over a 429. */
async function doBooking({ wish }: Order, body: object, { call, newUuid, signal }: Context): Promise<Reply> {
  const options = { signal, idempotencyKey: newUuid() };
  const { answer } = await call(`${wish.product}.doBooking`, body as never, options); // the body of this very product
  return {
    bookingId: answer.BookingId,
    serviceId: answer.Services[0]?.ServiceId,
    status: statusOf(answer),
    errors: answer.Errors,
  };
}

/** HTTP 200 is no success: status and Errors[] are looked at, and where they disagree the booking itself (flow.4). */
async function accept(
  reply: Reply,
  { claim, order }: Pick<Sending, 'claim' | 'order'>,
  context: Context,
): Promise<BookingOutcome> {
  const { bookingId, serviceId } = reply;
  await claim.save({
    bookingId,
    ...(serviceId !== undefined && { serviceId }),
    ...(reply.status && { status: reply.status }),
    updatedAt: context.clock.now(),
  });
  const found = await look({ bookingId, serviceId, reference: order.reference, fromRequest: false }, context);
  const isOnRequest = reply.status === 'on-request';
  // The answer to DoBooking says how it began; the look that the voucher needs says how it is.
  return follow(found, { claim, order, isOnRequest }, context);
}

interface Following {
  readonly claim: Claim;
  readonly order: Order | undefined;
  readonly isOnRequest?: boolean;
}

async function follow(
  found: Found,
  { claim, order, isOnRequest = false }: Following,
  context: Context,
): Promise<BookingOutcome> {
  const { bookingId, service } = found;
  const { reference } = claim.record;
  const fromRequest = isOnRequest || service?.bookingStatus === 'OnRequest' || found.status === 'on-request';
  const followed = { bookingId, serviceId: service?.ServiceId, reference, fromRequest };
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
