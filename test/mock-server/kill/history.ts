/** A change that a client requested: whether the server answered, so that the change must survive the end of the process. */
export type Request = 'sent' | 'answered';

/** A DoBooking, and the later calls for its booking. */
export interface BookingHistory {
  readonly reference: string;
  readonly idempotencyKey: string;
  /** The body of the DoBooking. */
  readonly body: object;
  book: Request;
  bookingId?: string;
  cancel?: Request;
  pay?: Request;
}

/** All changes that the clients of a kill test requested. */
export interface History {
  readonly bookings: BookingHistory[];
  readonly faults: Map<string, Request>;
  readonly sandboxes: Map<string, Request>;
  /** The latest instant of the clock that an answer showed, as ISO text. */
  clock: string;
  /** The number of seconds by which the clients have tried to advance the clock. */
  advances: number;
  /** The highest exchange number that an answer showed. */
  exchange: number;
}

/** Creates an empty history. */
export const createHistory = (): History => ({
  bookings: [],
  faults: new Map(),
  sandboxes: new Map(),
  clock: '',
  advances: 0,
  exchange: 0,
});
