import type { ServiceStatus } from '#contracts';
import type { HeldService, Supplied } from './context.ts';

/** A card charge in the books of the supplier. */
export interface CardCharge {
  readonly cents: number;
  readonly status: 'Approved' | 'Declined' | 'Pending';
}

/** A booked service in the books of the supplier. */
export interface BookedService extends HeldService {
  readonly status: ServiceStatus;
  readonly serviceId: string;
  /** The ExternalReference of its DoBooking, as sent. */
  readonly reference?: string | undefined;
  /** Epoch milliseconds of the sandbox clock. */
  readonly bookedAt: number;
  /** Equal for two bookings of the same offer, dates and guests. */
  readonly stay: string;
  /** The price in cents of `priceCurrency`. */
  readonly cents: number;
  readonly priceCurrency: string;
  readonly charges: readonly CardCharge[];
}

/** The books of the supplier at one time. They are the truth about every booking, whatever the answers said. */
export interface Books {
  /** In the order of booking. */
  readonly services: readonly BookedService[];
  /** For each place name in the task, the destination ids that Autocomplete returns. */
  readonly places?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The bookings and card charges that a supplier has recorded. */
export type SupplierSide = { readonly [Part in keyof Supplied]-?: NonNullable<Supplied[Part]> };

/** Returns the books in the form in which a rule compares them with the expectation of a scenario. */
export const suppliedOf = ({ services, places = {} }: Books): SupplierSide => ({
  services: services.map(({ status }) => status),
  charges: services.flatMap(({ charges }) => charges.map(({ status }) => status)),
  held: services,
  places,
});
