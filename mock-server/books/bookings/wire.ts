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
import type { BookingRecord, PenaltyWindow, ServiceRecord } from '../records/index.ts';
import { problem } from '../refusal.ts';
import { leadingService } from './bookings.ts';

export const toMoney = (cents: number, currency: string): Money => ({
  Value: cents / 100,
  Currency: currency,
});

export const toPolicies = (windows: readonly PenaltyWindow[], currency: string): CancellationPolicy[] =>
  windows.map(({ start, end, cents }) => ({ StartDate: start, EndDate: end, ...toMoney(cents, currency) }));

export function wireStatusOf(booking: Pick<BookingRecord, 'services'>): {
  bookingStatus: string;
  Status: string;
} {
  const service = leadingService(booking);
  return service ? wireStatus(service.stored, service.onRequest) : wireStatus('in-progress');
}

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

/** Many clients show these and store nothing of the Search. */
function namesOf({ product, item, name, city }: ServiceRecord) {
  const described =
    product === 'hotel' ? { HotelId: Number(item), HotelName: name } : { BookingDescription: name };
  return { ...described, CityName: city };
}

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

function errorsOf(booking: BookingRecord) {
  const stuck = booking.services.filter(service => service.stored === 'cancellation-failed');
  const notForwarded = stuck.map(service =>
    problem('CancellationNotForwarded', `${service.id}: ${problems.CancellationNotForwarded.when}`),
  );
  return [...booking.services.flatMap(service => service.errors), ...notForwarded];
}

export const referenceOf = ({ services }: Pick<BookingRecord, 'services'>): string | undefined =>
  services.find(service => service.reference !== undefined)?.reference;

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

function totalOf({ services }: BookingRecord): number {
  const taken = services.filter(({ stored }) => !notTaken.includes(stored));
  const standing = taken.filter(({ stored }) => stored !== 'cancelled');
  const counted = [standing, taken, services].find(list => list.length > 0) ?? [];
  return counted.reduce((sum, service) => sum + service.cents, 0);
}

function billedFor({ stored, cents, penalty = 0 }: ServiceRecord): number {
  if (stored === 'confirmed') return cents;
  return stored === 'cancelled' ? penalty : 0;
}

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

/** See res.booking. */
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
