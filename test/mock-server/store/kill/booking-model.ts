import { canMove, isFinal, type ServiceStatus, wireStatus } from '#contracts';
import type { Model, RecordedCall } from './linearise.ts';

export type BookingInput =
  /** A DoBooking, always with the same Idempotency-Key. `status` is the status of the booking if the supplier has a free room. */
  | { readonly call: 'book'; readonly status: ServiceStatus }
  /** GetBooking by the reference, and GetBookingDetail by the id. */
  | { readonly call: 'find' | 'look' | 'pay' | 'cancel' }
  | { readonly call: 'decide'; readonly status: ServiceStatus }
  | { readonly call: 'export' };

/** A status of the API, `approved`, `cancelled`, `decided`, `refused` or `absent`. An answer with charges also has their number. */
export type BookingOutput = string;

/** The state of a booking; undefined before the DoBooking. */
interface Booking {
  readonly first: ServiceStatus;
  /** The status that the supplier has for the service. */
  readonly status: ServiceStatus;
  readonly charges: number;
}

export type BookingCall = RecordedCall<BookingInput, BookingOutput>;

/** Describes what the calls for one booking may answer, one after the other. The card of every payment is approved. */
export const bookingModel: Model<Booking | null, BookingInput, BookingOutput> = {
  start: null,
  next: (state, input, output) =>
    withTime(state).flatMap(now =>
      effects(now, input)
        .filter(effect => output === undefined || effect.output === output)
        .map(({ state: after }) => after),
    ),
};

interface Effect {
  readonly output: BookingOutput;
  readonly state: Booking | null;
}

/** A service on request is confirmed when its time has come. The model does not know the clock, so it allows both. */
const withTime = (state: Booking | null): (Booking | null)[] =>
  state?.status === 'on-request' ? [state, { ...state, status: 'confirmed' }] : [state];

/** Returns the possible answers of a call, each with the state after the call. */
function effects(state: Booking | null, input: BookingInput): Effect[] {
  if (input.call === 'book') return book(state, input.status);
  if (!state)
    return [{ output: input.call === 'export' || input.call === 'find' ? 'absent' : 'refused', state }];
  switch (input.call) {
    case 'pay':
      return [pay(state)];
    case 'cancel':
      return [
        isFinal(state.status)
          ? refuse(state)
          : { output: 'cancelled', state: { ...state, status: 'cancelled' } },
      ];
    case 'decide':
      if (!canMove(state.status, input.status)) return [refuse(state)];
      return [{ output: 'decided', state: { ...state, status: input.status } }];
    case 'export':
      return [{ output: shownInExport(state), state }];
    default:
      return [{ output: shown(state), state }];
  }
}

/** The server may have lost the Token by a crash, so it may refuse a DoBooking. A repeated DoBooking gets the first answer. */
function book(state: Booking | null, status: ServiceStatus): Effect[] {
  if (state) return [{ output: wire(state.first, state), state }];
  const started = (first: ServiceStatus): Effect => {
    const booking = { first, status: first, charges: 0 };
    return { output: wire(first, booking), state: booking };
  };
  return [started(status), started('rejected'), refuse(state)];
}

function pay(state: Booking): Effect {
  const isPayable = state.status === 'confirmed' && state.charges === 0;
  return isPayable ? { output: 'approved', state: { ...state, charges: 1 } } : refuse(state);
}

const refuse = (state: Booking | null): Effect => ({ output: 'refused', state });

const shown = (booking: Booking): string =>
  `${wire(booking.status === 'on-request' ? 'pending' : booking.status, booking)}, ${booking.charges} charges`;

const shownInExport = ({ status, charges }: Booking): string => `${status}, ${charges} charges`;

function wire(status: ServiceStatus, { first }: Booking): string {
  const { bookingStatus, Status } = wireStatus(status, first === 'on-request');
  return `${bookingStatus} ${Status}`;
}
