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
 * Looks into the ledger for a booking that was requested before, by this process or another one: the client goes on with it,
 * without another Search and without asking the user twice.
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

/** Returns what a record tells of a purchase. */
export const purchaseIn = (
  { product, paymentConditions: conditions = [] }: LedgerRecord,
  payment: Recalling['payment'],
) => ({ product, payment, conditions, isSent: false, shown: undefined });

/** Claims a booking; a process that finds it claimed waits, and one that finds it confirmed reads it (flow.3). */
export async function claimBooking(state: Claiming, context: Context): Promise<Next<'claiming'>> {
  const { ledger, clock, signal, newUuid } = context;
  const { key, request, cancelled } = state;
  signal?.throwIfAborted();
  const fresh = (): LedgerRecord => ({
    key,
    state: 'PENDING',
    // Another one than the caller's, which can come again: for another stay, or after a rejection.
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

/** How often a booking is looked for that another process is making, milliseconds. */
const patience = 1_000;
/** A process that writes nothing for longer than any two polls are apart was stopped, or hangs. */
const maxSilence = limits.pollPending.value + 5 * 60_000;

/** Waits a little for another process that makes the same booking; when it stays silent, people have to look. */
async function waitForOther(record: LedgerRecord, { clock, signal }: Context) {
  const { updatedAt } = record;
  if (clock.now() - updatedAt > maxSilence) {
    const since = new Date(updatedAt).toISOString();
    return ended(askSupport(record, `another process holds it, and has written nothing since ${since}`));
  }
  await clock.sleep(patience, signal, 'another process that makes the same booking');
  return undefined;
}

/** Reads a booking that was confirmed before: a repeated request gets it as it is now. */
export async function check({ record, otherwise }: Checking, context: Context): Promise<Next<'checking'>> {
  const { bookingId = '', serviceId, reference } = record;
  const followed = { bookingId, serviceId, reference, fromRequest: false };
  const snapshot = await lookPatiently(followed, context);
  if (!snapshot) return ended(askSupport(record, 'it was confirmed, and could not be read'));
  return { ...followed, kind: 'following', snapshot, purchase: undefined, turns: 0, otherwise };
}
