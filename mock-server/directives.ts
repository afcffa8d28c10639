import type { ServiceStatus } from '#contracts';

/**
 * What the supplier is told to do otherwise than usual, as plain data. A handler acts on it without knowing who said
 * so: a sandbox, a scenario or a fault.
 */
export interface Directives {
  /** The statuses a booked service goes through, each some milliseconds after DoBooking; the first may be at 0. */
  readonly timeline?: readonly Step[];
  /** The statuses a service goes through after a cancellation was asked for; without it, cancelled at once. */
  readonly cancellation?: readonly Step[];
  /** Prices in conditions and at booking differ from Search by this many percent. */
  readonly priceByPercent?: number;
  /** What was offered is gone. */
  readonly soldOut?: boolean;
}

/** A status and how many milliseconds after the request it comes. */
interface Step {
  readonly after: number;
  readonly status: ServiceStatus;
}
