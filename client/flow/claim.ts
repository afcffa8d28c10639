import { limits } from '#contracts';
import type { LedgerRecord } from '../ledger/index.ts';
import { purchaseOf } from './conditions.ts';
import { askSupport } from './outcome.ts';
import { lookPatiently } from './poll.ts';
import {
  type Checking,
  type Claiming,
  type Context,
  ended,
  type Next,
  type Recalling,
  type Sending,
} from './states.ts';

/**
 * Looks in the ledger for an earlier booking of the same request, by this process or another one. The flow continues it
 * without another Search, and does not ask the user again.
 */
export async function recall(state: Recalling, context: Context): Promise<Next<'recalling'>> {
  const { ledger, signal } = context;
  const { key, payment, otherwise } = state;
  signal?.throwIfAborted();
  const record = await ledger.find(key);
  const absent = { kind: 'absent', otherwise } as const;
  if (record?.state === 'CONFIRMED') {
    const anew = otherwise.kind === 'ended' ? otherwise : { ...otherwise, cancelled: record.reference };
    return { kind: 'checking', record, otherwise: { ...absent, otherwise: anew } };
  }
  if (record?.state !== 'PENDING' || record.sentAt === undefined) return absent;
  const claim = await ledger.takeOver(key);
  if (!claim) return (await waitForOther(record, context)) ?? state;
  const purchase = purchaseIn(claim.record, payment);
  return { kind: 'looking-up', claim, purchase, otherwise: { ...absent, claim } };
}

/** Returns the purchase of a record. */
export const purchaseIn = (
  { product, paymentConditions: conditions = [] }: LedgerRecord,
  payment: Recalling['payment'],
) => ({ product, payment, conditions, isSent: false, shown: undefined });

/** Claims a booking. The flow waits for another process that has claimed it, and reads one that is confirmed (flow.3). */
export async function claimBooking(state: Claiming, context: Context): Promise<Next<'claiming'>> {
  const { ledger, clock, signal, newUuid } = context;
  const { key, request, cancelled } = state;
  signal?.throwIfAborted();
  const fresh = (): LedgerRecord => ({
    key,
    state: 'PENDING',
    // Not the caller's reference, which can occur again: for another stay, or after a rejection.
    reference: newUuid(),
    product: request.product,
    updatedAt: clock.now(),
  });
  const claiming = await ledger.claim(key, fresh, cancelled);
  if (claiming.kind === 'held') return (await waitForOther(claiming.record, context)) ?? state;
  if (claiming.kind === 'done') {
    const { record } = claiming;
    return { kind: 'checking', record, otherwise: { ...state, cancelled: record.reference } };
  }
  const { claim } = claiming;
  const progress = { idempotencyKey: undefined, refusals: 0, losses: 0, renewals: 0 };
  const sending: Sending = { ...state, ...progress, kind: 'sending', claim, isTokenUsed: false };
  if (claim.record.sentAt === undefined) return sending;
  return { kind: 'looking-up', claim, purchase: purchaseOf(state), otherwise: sending };
}

/** How long to wait before the next look at a record that another process holds, in milliseconds. */
const recordInterval = 1_000;
/** A process that writes nothing for longer than the interval of any poll was stopped, or hangs. In milliseconds. */
const maxSilence = limits.pollPending.value + 5 * 60_000;

/** Waits for another process that makes the same booking. When that writes nothing for too long, the outcome is `ask-support`. */
async function waitForOther(record: LedgerRecord, { clock, signal }: Context) {
  const { updatedAt } = record;
  if (clock.now() - updatedAt > maxSilence) {
    const since = new Date(updatedAt).toISOString();
    return ended(askSupport(record, `another process holds it, and has written nothing since ${since}`));
  }
  await clock.sleep(recordInterval, signal, 'another process that makes the same booking');
  return undefined;
}

/** Reads a booking that was confirmed before: a repeated request gets its present state. */
export async function check({ record, otherwise }: Checking, context: Context): Promise<Next<'checking'>> {
  const { bookingId = '', serviceId, reference } = record;
  const followed = { bookingId, serviceId, reference, fromRequest: false };
  const snapshot = await lookPatiently(followed, context);
  if (!snapshot) return ended(askSupport(record, 'it was confirmed, and could not be read'));
  return { ...followed, kind: 'following', snapshot, purchase: undefined, turns: 0, otherwise };
}
