import { exitCodes } from '../runner/index.ts';
import type { CreatedBooking } from '../verify/index.ts';
import { interrupted } from './stop-signals.ts';

/** Knows which booking may stand, for whoever ends verify in the middle of it. */
export interface BookingWatch {
  /** Says the reference, right before DoBooking is sent. */
  begins(reference: string): void;
  settled(booking: CreatedBooking): void;
  /** The first Ctrl-C: says that what was booked is being cancelled. */
  interrupted(): void;
  /** The second: says what may stand, and gives the exit code. */
  ended(): number;
  /** A line for what may stand; none where nothing does. */
  left(): string[];
}

/** Begins to watch; nothing is booked yet. */
export function watchBooking(): BookingWatch {
  let standing: string | undefined;
  const left = () =>
    standing === undefined
      ? []
      : [`a booking may stand under the reference ${standing}: cancel it by hand, or ask the supplier`];
  return {
    begins(reference) {
      standing = reference;
      console.error(`hotel.doBooking: books under the reference ${reference}`);
    },
    settled({ state }) {
      if (state === 'cancelled' || state === 'not-booked') standing = undefined;
    },
    interrupted() {
      if (standing === undefined) return;
      console.error('what was booked is being cancelled: wait; who ends it now leaves the booking behind');
    },
    ended() {
      for (const line of left()) console.error(line);
      return standing === undefined ? interrupted : exitCodes.broken;
    },
    left,
  };
}
