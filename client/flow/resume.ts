import { purchaseIn } from './claim.ts';
import type { Context } from './context.ts';
import { runBooking, runClaimed } from './machine.ts';
import type { BookingOutcome } from './outcome.ts';
import { ended, type LookingUp } from './states.ts';

/** A booking that a dead process left, and how it ended. */
export interface Resumed {
  readonly reference: string;
  readonly outcome: BookingOutcome;
}

/**
 * Finishes the bookings of dead processes, all at once: each one that was sent is looked up, and never sent again (flow.3). A
 * booking that is nowhere to be found has failed; its caller requests it anew. A record that cannot be read is reported as an
 * error, and does not keep the others from being finished.
 *
 * @param each is called for every booking as soon as it has ended
 */
export async function resume(
  context: Context,
  each: (resumed: Resumed) => void = () => undefined,
): Promise<Resumed[]> {
  const broken: Resumed[] = [];
  const keys = await context.ledger.abandoned(error => {
    broken.push({ reference: '', outcome: { outcome: 'error', error } });
  });
  for (const one of broken) each(one);
  const resumed = keys.map(async key => {
    const one = await resumeOne(key, context);
    if (one) each(one);
    return one ?? [];
  });
  // Each gives its claim back, even when another one fails.
  const settled = await Promise.allSettled(resumed);
  return [
    ...broken,
    ...settled.flatMap(one => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    }),
  ];
}

async function resumeOne(key: string, context: Context): Promise<Resumed | undefined> {
  const claim = await context.ledger.takeOver(key);
  if (!claim) return undefined; // another process was faster
  const { reference } = claim.record;
  const otherwise = ended({ outcome: 'failed', bookingId: undefined, reasons: [] });
  const purchase = purchaseIn(claim.record, undefined);
  const first: LookingUp = { kind: 'looking-up', claim, purchase, otherwise };
  try {
    return { reference, outcome: await runBooking(await runClaimed(first, context), context) };
  } catch (error) {
    if (context.signal?.aborted) throw error;
    return { reference, outcome: { outcome: 'error', error } };
  }
}
