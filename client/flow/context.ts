import type { Clock } from '#contracts';
import type { CallOperation } from '../calls.ts';
import type { Ledger } from '../ledger.ts';
import type { Shared } from './once-for-all.ts';
import type { BookingOutcome, CancelOutcome } from './outcome.ts';

/** What every step of a flow works with. */
export interface Context {
  readonly call: CallOperation;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly username: string;
  readonly newUuid: () => string;
  /** Bookings that this client is making, by what is wanted: who asks again shares the outcome. */
  readonly underWay: Map<string, Promise<BookingOutcome | undefined>>;
  /** Cancellations that this client is making, by what is cancelled. */
  readonly cancelling: Map<string, Shared<CancelOutcome>>;
  /** Stays for which a booking is being made: one at a time (flow.3). */
  readonly locks: Map<string, Promise<void>>;
  /** Ends waits and calls early. */
  readonly signal: AbortSignal | undefined;
}
