import { type Clock, limits } from '#contracts';
import { abortable } from '../abortable.ts';
import type { Called, Policy } from '../call.ts';
import { TimeoutError } from '../errors.ts';

/** How long each kind of call is waited for, in milliseconds. */
export interface TimeOuts {
  readonly search: number;
  readonly booking: number;
  readonly other: number;
}

/** Those of the specification (limit.search-timeout, limit.booking-timeout); what it says nothing of gets ours. */
export const usualTimeOuts: TimeOuts = {
  search: limits.searchTimeout.value,
  booking: limits.bookingTimeout.value,
  other: limits.otherTimeout.value,
};

function timeOutOf({ id, effect }: Called, { search, booking, other }: TimeOuts): number {
  if (effect === 'book') return booking;
  return id.endsWith('.search') ? search : other;
}

/**
 * The last part of a time-out is waited for by itself: a process that stood still meanwhile first reads what has come, and
 * gives up only what has not.
 */
const lastPart = 0.01;

/**
 * Gives a call up when no answer came in time. Reading the answer counts as part of it. A `fetch` that does not heed its
 * signal is given up all the same.
 */
export function createTimeOut(clock: Clock, changed: Partial<TimeOuts> = {}): Policy {
  const timeOuts = { ...usualTimeOuts, ...changed };
  return next =>
    async function timeOut(call) {
      call.signal?.throwIfAborted();
      const ms = timeOutOf(call.operation, timeOuts);
      const controller = new AbortController();
      const stop = () => controller.abort(call.signal?.reason);
      call.signal?.addEventListener('abort', stop, { once: true });
      const timer = new AbortController();
      const wait = (part: number) => clock.sleep(part, timer.signal, `the time-out of ${call.id}`);
      const last = Math.ceil(ms * lastPart);
      const over = wait(ms - last).then(() => wait(last));
      over.then(
        () => controller.abort(new TimeoutError({ operation: call.id, attempt: call.attempt }, ms)),
        () => undefined, // the answer was there first
      );
      try {
        return await abortable(next({ ...call, signal: controller.signal }), controller.signal);
      } finally {
        timer.abort();
        call.signal?.removeEventListener('abort', stop);
      }
    };
}
