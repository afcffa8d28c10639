import type { Clock } from '#contracts';
import type { CallOperation } from '../calls.ts';
import type { Ledger } from '../ledger.ts';
import type { BookingOutcome, CancelOutcome } from './outcome.ts';
import type { Shared } from './share.ts';

/** What every step of a flow works with. */
export interface Context {
  readonly call: CallOperation;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly username: string;
  readonly newUuid: () => string;
  /** Bookings that this client is making, by what is wanted: who asks again shares the outcome. */
  readonly underWay: Map<string, Promise<BookingOutcome>>;
  /** Cancellations that this client is making, by what is cancelled. */
  readonly cancelling: Map<string, Shared<CancelOutcome>>;
  /** Ends waits and calls early. */
  readonly signal: AbortSignal | undefined;
}
