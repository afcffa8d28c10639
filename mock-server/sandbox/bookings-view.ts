import { wireStatus } from '#contracts';
import type { BookingView } from '#contracts/control';
import type { Redactor } from '#contracts/exchange';
import {
  type BookingRecord,
  type PaymentRecord,
  referenceOf,
  type ServiceRecord,
  wireStatusOf,
} from '../books/index.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * Returns the bookings of all credentials of a sandbox, the last changed booking first. Each booking shows the status
 * at the supplier and the stored status. Unlike GetBookingDetail, this function changes nothing.
 *
 * @param max the maximum number of bookings
 * @example bookingsOf(sandbox).map(({ bookingId, services }) => [bookingId, services[0]?.truth]) // [['30…', 'confirmed']]
 */
export function bookingsOf(sandbox: Sandbox, max: number = Number.POSITIVE_INFINITY): BookingView[] {
  sandbox.clock.settle();
  return newestFirst(sandbox, max).map(booking => viewBooking(booking, sandbox.redactor));
}

function newestFirst({ store, identity }: Sandbox, max: number): BookingRecord[] {
  const lists = identity.credentials.map(({ Username: owner }) => take(store.list({ owner }), max));
  const all = lists.flat();
  if (lists.length > 1) all.sort((a, b) => b.updatedAt - a.updatedAt);
  return all.slice(0, max);
}

function take<T>(from: Iterable<T>, max: number): T[] {
  const taken: T[] = [];
  for (const one of from) if (taken.push(one) >= max) break;
  return taken;
}

/** Returns a booking for the control API, with a redacted reference and redacted names of guests (auth.5). */
export function viewBooking(
  booking: BookingRecord,
  { redactText }: Pick<Redactor, 'redactText'>,
): BookingView {
  const { id, owner, currency, createdAt, updatedAt, services, payments } = booking;
  const { bookingStatus, Status } = wireStatusOf(booking);
  const reference = referenceOf(booking);
  const money = (cents: number) => ({ value: cents / 100, currency });
  return {
    bookingId: id,
    owner,
    ...(reference !== undefined && { reference: redactText(reference) }),
    bookingStatus,
    status: Status,
    createdAt: instant(createdAt),
    updatedAt: instant(updatedAt),
    price: money(services.reduce((sum, service) => sum + service.cents, 0)),
    services: services.map(service => viewService(service, money, redactText)),
    payments: payments.map(payment => viewPayment(payment, money)),
  };
}

const instant = (at: number): string => new Date(at).toISOString();

type ToMoney = (cents: number) => { value: number; currency: string };

function viewService(service: ServiceRecord, money: ToMoney, redactText: Redactor['redactText']) {
  const { id, product, supplier, item, name, units, start, end, timeZone, truth, stored, onRequest, errors } =
    service;
  const { bookingStatus, Status } = wireStatus(stored, onRequest);
  return {
    serviceId: id,
    product,
    supplier,
    item,
    name,
    units,
    start,
    ...(end !== undefined && { end }),
    timeZone,
    guests: service.paxs.map(({ Name, Surname, Age }) => ({
      name: redactText(Name),
      surname: redactText(Surname),
      ...(Age !== null && { age: Age }),
    })),
    price: money(service.cents),
    penalties: service.policies.map(window => ({
      start: window.start,
      end: window.end,
      amount: money(window.cents),
    })),
    truth,
    stored,
    bookingStatus,
    status: Status,
    onRequest,
    ...(service.confirmation !== undefined && { confirmationNumber: service.confirmation }),
    timeline: service.timeline.map(({ at, status }) => ({ at: instant(at), status })),
    errors,
  };
}

function viewPayment(payment: PaymentRecord, money: ToMoney): BookingView['payments'][number] {
  const { serviceId, conditionId, cents, status, at, card } = payment;
  const amount = money(cents);
  return { serviceId, paymentConditionId: conditionId, amount, status, at: instant(at), card };
}
