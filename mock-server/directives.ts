import type { ErrorEntry, ServiceStatus } from '#contracts';
import type { PriceChange } from './store/records.ts';

/**
 * What the supplier is told to do otherwise than usual in one call, as plain data. A handler acts on it without knowing
 * who said so.
 */
export interface Directives {
  /** The statuses that what is booked goes through, each some milliseconds after DoBooking; the first may be at 0. */
  readonly timeline?: readonly Step[];
  /** The statuses a service goes through after a cancellation was asked for; without it, cancelled at once. */
  readonly cancellation?: readonly Step[];
  /** The price differs from what was said before. */
  readonly price?: PriceChange;
  /** What was offered is gone; false: it is there, whatever is booked out. */
  readonly soldOut?: boolean;
  /** What comes of a ReToken. */
  readonly revalidation?: 'SameRoomsFound' | 'RoomsFoundWithChanges' | 'RoomsNotFound';
  /** What becomes of the card, whatever its number, and what has it so. */
  readonly card?: { readonly result: 'approved' | 'declined' | 'pending'; readonly source: string };
  /** The call takes no effect, and these are the reasons; what was to be booked is kept as failed or rejected. */
  readonly failure?: { readonly errors: readonly ErrorEntry[]; readonly status: 'failed' | 'rejected' };
  /** Errors beside an answer that is good otherwise. */
  readonly errors?: readonly ErrorEntry[];
  /** Suppliers that do not answer a Search, by name: their offers are missing. */
  readonly absent?: readonly string[];
  /** Bookings made at this instant (epoch milliseconds) or later are not found. */
  readonly hiddenSince?: number;
}

/** A status and how many milliseconds after the request it comes. */
interface Step {
  readonly after: number;
  readonly status: ServiceStatus;
}
