import { type Clock, limits } from '#contracts';
import type { Called, Policy } from '../calls.ts';
import { TimeoutError } from '../errors.ts';
import { abortable } from '../in-flight.ts';

/** How long the client waits for each kind of call, in milliseconds. */
export interface TimeOuts {
  readonly search: number;
  readonly booking: number;
  readonly other: number;
}

/** Those of the specification (limit.search-timeout, limit.booking-timeout), and ours for the rest. */
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
 * The last part of a time-out is a wait of its own: a process that was stopped in the meantime first reads what has arrived.
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
