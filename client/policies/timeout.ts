import { type Clock, limits } from '#contracts';
import { compact } from '#contracts/util';
import type { Policy, PolicyOperation } from '../calls.ts';
import { TimeoutError } from '../errors.ts';
import { abortable } from '../in-flight.ts';

/** Milliseconds until each kind of call gives up. */
export interface TimeOuts {
  readonly search: number;
  readonly booking: number;
  readonly other: number;
}

/** `other` is a choice of this project (limit.search-timeout, limit.booking-timeout). */
export const usualTimeOuts: TimeOuts = {
  search: limits.searchTimeout.value,
  booking: limits.bookingTimeout.value,
  other: limits.otherTimeout.value,
};

function timeOutOf({ id, effect }: PolicyOperation, { search, booking, other }: TimeOuts): number {
  if (effect === 'book') return booking;
  return id.endsWith('.search') ? search : other;
}

/** Waited separately, so that a process that was suspended can still read an answer that has arrived. */
const lastPart = 0.01;

/** Works even if `fetch` ignores its signal. */
export function createTimeOut(clock: Clock, changed: Partial<TimeOuts> = {}): Policy {
  const timeOuts = { ...usualTimeOuts, ...compact(changed) };
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
        () => controller.abort(new TimeoutError(call, ms)),
        () => undefined, // the answer arrived before the time-out
      );
      try {
        return await abortable(next({ ...call, signal: controller.signal }), controller.signal);
      } finally {
        timer.abort();
        call.signal?.removeEventListener('abort', stop);
      }
    };
}
