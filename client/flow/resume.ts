import { isCallError } from '../errors.ts';
import type { Context } from './context.ts';
import type { BookingOutcome } from './outcome.ts';
import { recover } from './reserve.ts';

/** A booking that a process left behind, and how it ended. */
export interface Resumed {
  readonly reference: string;
  readonly outcome: BookingOutcome;
}

/**
 * Finishes what dead processes began: each booking that was sent is looked for first, and never sent again (flow.3). What
 * was nowhere to be found has failed: whoever still wants it asks for it anew.
 */
export async function resume(context: Context): Promise<Resumed[]> {
  const resumed: Resumed[] = [];
  for (const key of await context.ledger.abandoned()) {
    const one = await resumeOne(key, context);
    if (one) resumed.push(one);
  }
  return resumed;
}

async function resumeOne(key: string, context: Context): Promise<Resumed | undefined> {
  const { ledger, clock } = context;
  const claiming = await ledger.claim(key, () => {
    throw new Error(`resume: there is no record of ${key}`);
  });
  if (claiming.kind !== 'claimed') return undefined; // somebody was faster
  const { claim } = claiming;
  const { reference } = claim.record;
  try {
    const outcome = await recover(claim, undefined, context);
    if (outcome) return { reference, outcome };
    await claim.save({ state: 'FAILED', updatedAt: clock.now() });
    return { reference, outcome: { outcome: 'failed', bookingId: undefined, reasons: [] } };
  } catch (error) {
    if (!isCallError(error)) throw error;
    return { reference, outcome: { outcome: 'error', error } };
  } finally {
    await claim.release();
  }
}
