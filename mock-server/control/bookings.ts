import { wireStatus } from '#contracts';
import type { BookingView } from '#contracts/control';
import { referenceOf, wireStatusOf } from '../bookings/wire.ts';
import type { Sandbox } from '../sandbox.ts';
import type { BookingRecord, PaymentRecord, ServiceRecord } from '../store/records.ts';
import { type ControlHandlers, type FindSandboxOf, isoInstant } from './handler.ts';
import { refuseDetails } from './refusal.ts';

const mostListed = 1_000;

/** The bookings of a sandbox, seen without being synchronised. */
export function bookingHandlers(find: FindSandboxOf): ControlHandlers<'listBookings' | 'getBooking'> {
  return {
    listBookings(call) {
      const sandbox = find(call);
      sandbox.clock.settle();
      return { json: newestFirst(sandbox, call.query.limit ?? mostListed).map(viewBooking) };
    },
    getBooking(call) {
      const sandbox = find(call);
      sandbox.clock.settle();
      return { json: viewBooking(requireBooking(sandbox, call.params.bookingId ?? '', 'bookingId')) };
    },
  };
}

/** A booking of any credential of a sandbox; throws a ControlRefusal when there is none. */
export function requireBooking(sandbox: Sandbox, id: string, field: string): BookingRecord {
  const booking = sandbox.store.booking(id);
  if (booking) return booking;
  const message = `no booking "${id}" in sandbox "${sandbox.identity.id}"; GET …/bookings lists them`;
  throw refuseDetails('NotFound', [{ field, message, value: id }]);
}

/** The bookings changed last, of all credentials together. */
function newestFirst({ store, identity }: Sandbox, limit: number): BookingRecord[] {
  const lists = identity.credentials.map(({ Username: owner }) => take(store.list({ owner }), limit));
  const all = lists.flat();
  if (lists.length > 1) all.sort((a, b) => b.updatedAt - a.updatedAt);
  return all.slice(0, limit);
}

function take<T>(from: Iterable<T>, most: number): T[] {
  const taken: T[] = [];
  for (const one of from) if (taken.push(one) >= most) break;
  return taken;
}

function viewBooking(booking: BookingRecord): BookingView {
  const { id, owner, currency, createdAt, updatedAt, services, payments } = booking;
  const { bookingStatus, Status } = wireStatusOf(booking);
  const reference = referenceOf(booking);
  const money = (cents: number) => ({ value: cents / 100, currency });
  return {
    bookingId: id,
    owner,
    ...(reference !== undefined && { reference }),
    bookingStatus,
    status: Status,
    createdAt: isoInstant(createdAt),
    updatedAt: isoInstant(updatedAt),
    price: money(services.reduce((sum, service) => sum + service.cents, 0)),
    services: services.map(service => viewService(service, money)),
    payments: payments.map(payment => viewPayment(payment, money)),
  };
}

type ToMoney = (cents: number) => { value: number; currency: string };

function viewService(service: ServiceRecord, money: ToMoney): BookingView['services'][number] {
  const { id, product, supplier, item, units, start, end, timeZone, truth, stored, onRequest, errors } =
    service;
  return {
    serviceId: id,
    product,
    supplier,
    item,
    units,
    start,
    ...(end !== undefined && { end }),
    timeZone,
    guests: service.paxs.map(({ Name, Surname, Age }) => ({ name: Name, surname: Surname, age: Age })),
    price: money(service.cents),
    penalties: service.policies.map(window => ({
      start: window.start,
      end: window.end,
      amount: money(window.cents),
    })),
    truth,
    stored,
    ...wireNames(service),
    onRequest,
    ...(service.confirmation !== undefined && { confirmationNumber: service.confirmation }),
    timeline: service.timeline.map(({ at, status }) => ({ at: isoInstant(at), status })),
    errors,
  };
}

function wireNames({ stored, onRequest }: ServiceRecord): { bookingStatus: string; status: string } {
  const { bookingStatus, Status } = wireStatus(stored, onRequest);
  return { bookingStatus, status: Status };
}

function viewPayment(payment: PaymentRecord, money: ToMoney): BookingView['payments'][number] {
  const { serviceId, conditionId, cents, status, at, card } = payment;
  const amount = money(cents);
  return { serviceId, paymentConditionId: conditionId, amount, status, at: isoInstant(at), card };
}
