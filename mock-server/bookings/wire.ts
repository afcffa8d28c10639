import {
  type BookedService,
  type Booking,
  type CancellationPolicy,
  formatTimeSpan,
  type Money,
  nightsBetween,
  problems,
  type ServiceStatus,
  wireStatus,
} from '#contracts';
import { compact } from '#contracts/util';
import { problem } from '../refusal.ts';
import type { BookingRecord, PenaltyWindow, ServiceRecord } from '../store/index.ts';
import { leadingService } from './timeline.ts';

// This file converts a stored booking to its form in answers. An answer shows the stored status. A look-up copies the supplier's
// current status to the stored status.

/** Returns an amount in cents in the form that answers use for money. */
export const toMoney = (cents: number, currency: string): Money => ({
  Value: cents / 100,
  Currency: currency,
});

/** Returns penalty windows in the form that answers use. */
export const toPolicies = (windows: readonly PenaltyWindow[], currency: string): CancellationPolicy[] =>
  windows.map(({ start, end, cents }) => ({ StartDate: start, EndDate: end, ...toMoney(cents, currency) }));

/** Returns the two status texts of a booking. Both texts come from one service of the booking (see `leadingService`). */
export function wireStatusOf(booking: Pick<BookingRecord, 'services'>): {
  bookingStatus: string;
  Status: string;
} {
  const service = leadingService(booking);
  return service ? wireStatus(service.stored, service.onRequest) : wireStatus('in-progress');
}

/** Returns one service in the form that answers use. */
export function renderService(service: ServiceRecord, currency: string): BookedService {
  const { confirmation } = service;
  return {
    ServiceId: service.id,
    ServiceType: service.product,
    ...(service.reference !== undefined && { ExternalReference: service.reference }),
    ...wireStatus(service.stored, service.onRequest),
    ...(isConfirmed(service) && confirmation !== undefined && { ConfirmationNumber: confirmation }),
    SupplierName: service.supplier,
    ...namesOf(service),
    ...datesOf(service),
    Paxs: service.paxs,
    TotalSellingPrice: toMoney(service.cents, currency),
    CancellationPolicies: toPolicies(service.policies, currency),
    ...(isConfirmed(service) && confirmation !== undefined && { Voucher: voucherOf(service, confirmation) }),
  };
}

/** Returns the fields that describe a service. Many clients show them and store nothing of the Search. */
function namesOf({ product, item, name, city }: ServiceRecord) {
  const described =
    product === 'hotel' ? { HotelId: Number(item), HotelName: name } : { BookingDescription: name };
  return compact({ ...described, CityName: city });
}

/**
 * Returns the first and last day of a hotel stay. For other products, returns the service date and the date of the return trip,
 * if there is a return trip.
 */
function datesOf({ product, start, end }: ServiceRecord) {
  if (product === 'hotel')
    return { CheckinDate: start, CheckoutDate: end, NumberOfNights: nightsBetween(start, end ?? start) };
  return { ServiceDate: start, ...(end !== undefined && { ServiceDateBack: end }) };
}

const isConfirmed = (service: ServiceRecord): boolean => service.stored === 'confirmed';

function voucherOf(service: ServiceRecord, confirmation: string) {
  const main = service.paxs.find(pax => pax.MainPax) ?? service.paxs[0];
  return {
    Number: `V-${confirmation}`,
    HolderName: main ? `${main.Name} ${main.Surname}` : '',
    Emergency: `Call ${service.supplier} at the number on its website and give the voucher number.`,
  };
}

/**
 * Returns the errors of a booking: the supplier's refusals, and one error for each cancellation that did not reach the supplier.
 */
function errorsOf(booking: BookingRecord) {
  const stuck = booking.services.filter(service => service.stored === 'cancellation-failed');
  const notForwarded = stuck.map(service =>
    problem('CancellationNotForwarded', `${service.id}: ${problems.CancellationNotForwarded.when}`),
  );
  return [...booking.services.flatMap(service => service.errors), ...notForwarded];
}

/** Returns the client's reference of a booking: the reference of the first service that has a reference. */
export const referenceOf = ({ services }: Pick<BookingRecord, 'services'>): string | undefined =>
  services.find(service => service.reference !== undefined)?.reference;

/** Returns the fields that the booking list and the booking detail share. */
export function renderIdentity(booking: BookingRecord) {
  const reference = referenceOf(booking);
  const confirmation = booking.services.find(isConfirmed)?.confirmation;
  return {
    BookingId: booking.id,
    ReservationId: booking.id,
    ...wireStatusOf(booking),
    ...(confirmation !== undefined && { ConfirmationNumber: confirmation }),
    ...(reference !== undefined && { ExternalReference: reference }),
    CreatedAt: formatTimeSpan(booking.createdAt),
    UpdatedAt: formatTimeSpan(booking.updatedAt),
    TotalSellingPrice: toMoney(totalOf(booking), booking.currency),
  };
}

const notTaken: readonly ServiceStatus[] = ['rejected', 'failed', 'expired'];

/**
 * Returns the price of a booking: the sum over its active services. If no service is active, the sum is over the
 * cancelled services. If the supplier accepted no service, the sum is over all services.
 */
function totalOf({ services }: BookingRecord): number {
  const taken = services.filter(({ stored }) => !notTaken.includes(stored));
  const standing = taken.filter(({ stored }) => stored !== 'cancelled');
  const counted = [standing, taken, services].find(list => list.length > 0) ?? [];
  return counted.reduce((sum, service) => sum + service.cents, 0);
}

/** Returns the billed amount of a service in cents: the price of a confirmed service, or the penalty of a cancelled service. */
function billedFor({ stored, cents, penalty = 0 }: ServiceRecord): number {
  if (stored === 'confirmed') return cents;
  return stored === 'cancelled' ? penalty : 0;
}

/**
 * Returns the current invoice of a booking; undefined when nothing is billed. The issue date of the invoice is the date of the
 * last billed change.
 */
function invoiceOf({ id, services, currency, createdAt }: BookingRecord) {
  const billed = services.filter(service => billedFor(service) > 0);
  if (billed.length === 0) return undefined;
  const changes = billed.map(
    ({ timeline, stored }) => timeline.findLast(({ status }) => status === stored)?.at ?? createdAt,
  );
  return {
    Number: `I-${id}`,
    Amount: toMoney(
      billed.reduce((sum, service) => sum + billedFor(service), 0),
      currency,
    ),
    IssuedAt: formatTimeSpan(Math.max(...changes)),
  };
}

/** Returns a complete booking, with voucher and invoice data (res.booking). */
export function renderBooking(booking: BookingRecord): Booking {
  const { currency, services } = booking;
  const invoice = invoiceOf(booking);
  return {
    ...renderIdentity(booking),
    Payments: booking.payments.map(({ conditionId, cents, status, at }) => ({
      PaymentConditionId: conditionId,
      Amount: toMoney(cents, currency),
      PaymentStatus: status,
      PaidAt: formatTimeSpan(at),
    })),
    Services: services.map(service => renderService(service, currency)),
    ...(invoice && { Invoice: invoice }),
    Errors: errorsOf(booking),
  };
}
