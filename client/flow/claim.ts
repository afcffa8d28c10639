import { limits } from '#contracts';
import type { LedgerRecord } from '../ledger/index.ts';
import { purchaseOf } from './agree-conditions.ts';
import { following } from './follow.ts';
import { askSupport } from './outcome.ts';
import { readWithRetries } from './poll.ts';
import {
  type Checking,
  type Claiming,
  type Context,
  ended,
  type Next,
  type Recalling,
  type Sending,
} from './states.ts';

export async function recall(state: Recalling, context: Context): Promise<Next<'recalling'>> {
  const { ledger, signal } = context;
  const { key, payment, fallback } = state;
  signal?.throwIfAborted();
  const record = await ledger.find(key);
  const absent = { kind: 'absent', fallback } as const;
  if (record?.state === 'CONFIRMED') {
    const anew = fallback.kind === 'ended' ? fallback : { ...fallback, cancelled: record.reference };
    return { kind: 'checking', record, fallback: { ...absent, fallback: anew } };
  }
  if (record?.state !== 'PENDING' || record.sentAt === undefined) return absent;
  const claim = await ledger.takeOver(key);
  if (!claim) return (await waitForOther(record, context)) ?? state;
  const purchase = purchaseIn(claim.record, payment);
  return { kind: 'looking-up', claim, purchase, fallback: { ...absent, claim } };
}

export const purchaseIn = (
  { product, paymentConditions: conditions = [] }: LedgerRecord,
  payment: Recalling['payment'],
) => ({ product, payment, conditions, isSent: false, shown: undefined });

export async function claimBooking(state: Claiming, context: Context): Promise<Next<'claiming'>> {
  const { ledger, clock, newUuid } = context;
  const { key, request, cancelled } = state;
  const fresh = (): LedgerRecord => ({
    key,
    state: 'PENDING',
    // The caller can use a reference again, for another stay or after a rejection.
    reference: newUuid(),
    product: request.product,
    ...(request.reference !== undefined && { requestReference: request.reference }),
    guests: request.guests.map(({ Name, Surname }) => `${Name} ${Surname}`).join(', '),
    updatedAt: clock.now(),
  });
  const claiming = await ledger.claim(key, fresh, cancelled);
  if (claiming.kind === 'held') return (await waitForOther(claiming.record, context)) ?? state;
  if (claiming.kind === 'done') {
    const { record } = claiming;
    return { kind: 'checking', record, fallback: { ...state, cancelled: record.reference } };
  }
  const { claim } = claiming;
  const progress = { idempotencyKey: undefined, refusals: 0, losses: 0, renewals: 0 };
  const sending: Sending = { ...state, ...progress, kind: 'sending', claim, isTokenUsed: false };
  if (claim.record.sentAt === undefined) return sending;
  return { kind: 'looking-up', claim, purchase: purchaseOf(state), fallback: sending };
}

/** Milliseconds. */
const recordInterval = 1_000;
/** Milliseconds. Then the other process counts as stopped. */
const maxSilence = limits.pollPending.value + 5 * 60_000;

async function waitForOther(record: LedgerRecord, { clock, signal }: Context) {
  const { updatedAt } = record;
  if (clock.now() - updatedAt > maxSilence) {
    const since = new Date(updatedAt).toISOString();
    return ended(
      askSupport(record, `another process holds the booking, and has not updated the record since ${since}`),
    );
  }
  await clock.sleep(recordInterval, signal, 'another process that makes the same booking');
  return undefined;
}

export async function check({ record, fallback }: Checking, context: Context): Promise<Next<'checking'>> {
  const { bookingId = '', serviceId, reference } = record;
  const followed = { bookingId, serviceId, reference, fromRequest: false };
  const snapshot = await readWithRetries(followed, context);
  if (!snapshot) return ended(askSupport(record, 'the booking was confirmed, but could not be read again'));
  return { ...following(followed, snapshot, undefined), fallback };
}
