import { limits } from '#contracts';
import type { Claim, LedgerRecord } from '../ledger.ts';
import type { Context } from './context.ts';
import { type BookingOutcome, emergency } from './outcome.ts';
import { isGone, recover, repeated, underClaim } from './recover.ts';
import { share } from './share.ts';
import type { Wish } from './wish.ts';

/** What came of a booking that was wanted before. */
export interface Known {
  /** How it ended; undefined when nothing stands of it. */
  readonly outcome: BookingOutcome | undefined;
  /** The reference of one that was confirmed and stands no more. */
  readonly gone?: string | undefined;
}

interface ToGoOn {
  readonly key: string;
  /** The card, where it still has to be paid. */
  readonly payment: Wish['payment'];
  /** Whether another caller's outcome answers this one too; any does when absent. */
  readonly takes?: ((outcome: BookingOutcome) => boolean) | undefined;
}

/**
 * Goes on with a booking that was wanted before, by whichever process: it is looked at, not searched for again, and its user
 * is not asked twice.
 */
export async function goOn(known: ToGoOn, context: Context): Promise<Known> {
  const { ledger, underWay } = context;
  if (!underWay.has(known.key) && !isBegun(await ledger.find(known.key))) return { outcome: undefined };
  let gone: string | undefined;
  const run = async () => {
    const ended = await finish(known, context);
    gone = ended.gone;
    return ended.outcome;
  };
  const outcome = await share(known.key, run, { ...context, takes: known.takes });
  return { outcome, gone };
}

/** Whether anything may have been booked for a record. */
function isBegun(record: LedgerRecord | undefined): record is LedgerRecord {
  if (!record) return false;
  return record.state === 'CONFIRMED' || (record.state === 'PENDING' && record.sentAt !== undefined);
}

/** How often a booking is looked for that another process is making, milliseconds. */
const patience = 1_000;
/** One that writes nothing for longer than any poll is apart does not get on: it was stopped, or hangs. */
const longestSilence = limits.pollPending.value + 5 * 60_000;

/** Waits a little while another process makes the same booking; when that does not get on, people have to look. */
export async function waitForOther(
  { updatedAt, bookingId, reference }: LedgerRecord,
  { clock, signal }: Context,
): Promise<BookingOutcome | undefined> {
  if (clock.now() - updatedAt > longestSilence) {
    const why = `another process holds it, and has written nothing since ${new Date(updatedAt).toISOString()}`;
    return { outcome: 'ask-support', bookingId, reference, why, support: emergency };
  }
  await clock.sleep(patience, signal, 'another process that makes the same booking');
  return undefined;
}

async function finish({ key, payment }: ToGoOn, context: Context): Promise<Known> {
  const { ledger, signal } = context;
  for (;;) {
    signal?.throwIfAborted();
    const record = await ledger.find(key);
    if (!isBegun(record)) return { outcome: undefined };
    if (record.state === 'CONFIRMED') {
      const outcome = await repeated(record, context);
      return isGone(outcome) ? { outcome: undefined, gone: record.reference } : { outcome };
    }
    const claim = await ledger.takeOver(key);
    if (claim)
      return { outcome: await underClaim(claim, () => finishClaimed(claim, payment, context), context) };
    const idle = await waitForOther(record, context);
    if (idle) return { outcome: idle };
  }
}

/** Finishes what was begun under a claim; what was nowhere to be found has failed. */
export async function finishClaimed(
  claim: Claim,
  payment: Wish['payment'],
  context: Context,
): Promise<BookingOutcome | undefined> {
  const { product, paymentConditions: conditions = [] } = claim.record;
  const purchase = { product, payment, conditions, isSent: false, shown: undefined };
  const outcome = await recover({ claim, purchase }, context);
  if (!outcome) await claim.save({ state: 'FAILED', updatedAt: context.clock.now() });
  return outcome;
}
