import type { SandboxState } from '#mock-server';
import type { BookingRecord } from '#mock-server/books/records/index';
import { clockStart } from './addresses.ts';
import type { History } from './history.ts';

export interface ExportedState extends Omit<SandboxState, 'store'> {
  store: Omit<SandboxState['store'], 'bookings'> & { bookings: readonly BookingRecord[] };
}

/** Returns a sentence for each value of the clock and of the exchange numbers that contradicts an answer. */
export function* wrongClock({ clock, journal }: ExportedState, history: History): Generator<string> {
  const latest = Date.parse(clockStart) + 1_000 * history.advances;
  if (history.clock !== '' && clock.now < Date.parse(history.clock))
    yield `the clock went back to ${clock.now}`;
  if (clock.now > latest) yield `the clock advanced to ${clock.now}, later than ${latest}`;
  if (journal.next <= history.exchange) yield `exchange ${history.exchange} can be numbered again`;
}

/** Compares the bookings with the due events of the same operations. */
export function* halfDone({ store, clock }: ExportedState): Generator<string> {
  const due = new Set(store.due.map(({ serviceId, plan, at }) => `${serviceId} ${plan} ${at}`));
  for (const { id, services } of store.bookings)
    for (const { id: serviceId, timeline, plan } of services)
      for (const { at } of timeline)
        if (at > clock.now && !due.has(`${serviceId} ${plan} ${at}`))
          yield `booking ${id} has no due event at ${at}`;
  const ids = new Set(store.bookings.map(({ id }) => id));
  for (const { bookingId } of store.due)
    if (!ids.has(bookingId)) yield `a due event has no booking ${bookingId}`;
}
