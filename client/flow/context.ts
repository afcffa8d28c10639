import type { Clock } from '#contracts';
import type { CallOperation } from '../calls.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Shared } from './in-flight.ts';
import type { CancelOutcome } from './outcome.ts';
import type { BookingState } from './states.ts';

/** What every step of a flow works with. */
export interface Context {
  readonly call: CallOperation;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly username: string;
  readonly newUuid: () => string;
  /** Bookings in flight by ledger key: a concurrent caller with the same key shares the outcome. */
  readonly bookings: Map<string, Promise<BookingState>>;
  /** Cancellations in flight, by what they cancel. */
  readonly cancellations: Map<string, Shared<CancelOutcome>>;
  /** Stays that are being booked: one at a time (flow.3). */
  readonly locks: Map<string, Promise<void>>;
  /** Ends waits and calls early. */
  readonly signal: AbortSignal | undefined;
}
