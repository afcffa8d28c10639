import type { Context } from './context.ts';
import { finishClaimed } from './go-on.ts';
import type { BookingOutcome } from './outcome.ts';
import { underClaim } from './recover.ts';

/** A booking that a process left behind, and how it ended. */
export interface Resumed {
  readonly reference: string;
  readonly outcome: BookingOutcome;
}

/**
 * Finishes what dead processes began, all at once: each booking that was sent is looked for first, and never sent again
 * (flow.3). What was nowhere to be found has failed: whoever still wants it asks for it anew. A record that cannot be read
 * is told as an error, and keeps nothing else from being finished.
 *
 * @param each told of every one as soon as it has ended
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
  const ended = await Promise.allSettled(resumed);
  return [
    ...broken,
    ...ended.flatMap(one => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    }),
  ];
}

async function resumeOne(key: string, context: Context): Promise<Resumed | undefined> {
  const claim = await context.ledger.takeOver(key);
  if (!claim) return undefined; // somebody was faster
  const { reference } = claim.record;
  const nothing: BookingOutcome = { outcome: 'failed', bookingId: undefined, reasons: [] };
  try {
    const run = () => finishClaimed(claim, undefined, context);
    return { reference, outcome: (await underClaim(claim, run, context)) ?? nothing };
  } catch (error) {
    if (context.signal?.aborted) throw error;
    return { reference, outcome: { outcome: 'error', error } };
  }
}
