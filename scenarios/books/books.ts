import type { ServiceStatus } from '#contracts';
import type { Task } from '#contracts/scenario';
import type { Sandbox } from '#mock-server';
import type { HeldService } from '../judge/index.ts';
import { type Booking, bookingsIn, heldAs, supplierSide } from './supplier-side.ts';

/** A card charge in the books of the supplier. */
export interface CardCharge {
  readonly cents: number;
  readonly status: 'Approved' | 'Declined' | 'Pending';
}

/** A booked service in the books of the supplier, with its price and its card charges. */
export interface BookedService extends HeldService {
  readonly status: ServiceStatus;
  readonly serviceId: string;
  /** The ExternalReference of the DoBooking that booked the service, as the client sent it. */
  readonly reference?: string | undefined;
  /** The time of the booking, in epoch milliseconds of the sandbox clock. */
  readonly bookedAt: number;
  /** A text that is equal for two bookings of the same offer, dates and guests. */
  readonly stay: string;
  /** The price in cents of `priceCurrency`. */
  readonly cents: number;
  readonly priceCurrency: string;
  /** The cancellation windows, with the penalty of each in cents of `priceCurrency`. */
  readonly policies: readonly { readonly start: string; readonly end: string; readonly cents: number }[];
  readonly charges: readonly CardCharge[];
}

/** The books of the supplier at one time. They are the truth about every booking, whatever the answers said. */
export interface Books {
  /** The booked services, in the order of booking. */
  readonly services: readonly BookedService[];
  /** For each place name in the task, the destination ids that Autocomplete returns. */
  readonly places?: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * Reads the books of a sandbox. Events that are due on the sandbox clock happen first. A booking that a fault made for another
 * guest is left out.
 *
 * @param task the task of the client, if it is known; the books then contain the places of this task
 * @example booksOf(sandbox, task).services.map(({ bookingId, status }) => [bookingId, status]) // [['30…', 'confirmed']]
 */
export function booksOf(sandbox: Sandbox, task?: Task): Books {
  sandbox.clock.settle();
  const services = bookingsIn(sandbox).flatMap(booking => bookedServices(booking, sandbox.places));
  return { services, ...(task && { places: supplierSide(sandbox, task).places }) };
}

/** Returns the booked services of one booking. */
export const bookedServices = (booking: Booking, places: Sandbox['places']): BookedService[] =>
  booking.services.map((service): BookedService => {
    const { id: serviceId, reference, product, item, units, start, end, paxs, truth, cents } = service;
    const guests = paxs.map(({ Name, Surname }) => `${Name} ${Surname}`.toLowerCase()).sort();
    return {
      ...heldAs(booking, service, places),
      status: truth,
      serviceId,
      reference,
      bookedAt: booking.createdAt,
      stay: JSON.stringify([booking.owner, product, item, [...units].sort(), start, end, guests]),
      cents,
      priceCurrency: booking.currency,
      policies: service.policies,
      charges: booking.payments.filter(payment => payment.serviceId === serviceId),
    };
  });
