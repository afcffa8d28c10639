import { formatTimeSpan, isFinal, limits, type Pax, type ResponseOf } from '#contracts';
import {
  type BookingRecord,
  type ConditionsToken,
  nextServiceId,
  refuse,
  refuseFields,
  renderService,
  type ServiceRecord,
  synchronise,
  toMoney,
  wireStatusOf,
} from '../books/index.ts';
import type { Selection } from '../inventory/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { askSupplier, type SupplierAnswer, type SupplierOrder } from './ask-supplier.ts';
import {
  ageWarnings,
  type BookingRequest,
  inspectGuests,
  inspectPayment,
  inspectSelection,
  paymentWarnings,
  roomWarnings,
} from './check-booking.ts';
import { priceNow, reprice, withTerms } from './conditions.ts';
import type { Call, Reply } from './handler.ts';

type Answer = ResponseOf<'hotel.doBooking'>;

/** A refused request changes nothing (flow.1, flow.3). */
export function book(request: BookingRequest, call: Call): Reply<Answer> {
  const { sandbox, now, owner } = call;
  if (request.bookingId === '0') refuseOverQuota(sandbox);
  const conditions = sandbox.tokens.conditions(request.token, { owner, product: request.product, now });
  const offered = priceNow(sandbox, conditions, selectionOf(conditions));
  const quote = withTerms(reprice(offered, conditions.price), conditions.terms);
  const complaints = [
    ...inspectSelection(request, conditions),
    ...inspectGuests(request.units, quote),
    ...inspectPayment(request, quote, sandbox.identity.seed),
  ];
  if (complaints.length > 0) throw refuseFields(complaints);
  const booking = bookingFor(request, conditions, call);
  const paxs = booking.isOthers ? [otherGuest] : request.units.flatMap(unit => unit.paxs);
  const serviceId = nextServiceId(booking);
  const payment = booking.isOthers ? undefined : request.payment?.value;
  const order = { booking, serviceId, quote, conditions, paxs, payment };
  const answer = askSupplier(order, call);
  const service = recordService(request, order, answer, now);
  sandbox.tokens.consume(request.token, now);
  if (answer.payment) booking.payments.push(answer.payment);
  sandbox.bookings.add(booking, service);
  if (call.directives.hasNeighbour && request.bookingId === '0') addNeighbour(booking, service, call);
  sandbox.namespace?.setBookings(sandbox.identity.id, sandbox.store.bookingCount);
  sandbox.runs.conclude(call.play);
  const warnings = [...ageWarnings(request), ...roomWarnings(quote), ...paymentWarnings(request, quote)];
  return { answer: describe(booking, service, now), warnings };
}

function refuseOverQuota({ namespace }: Sandbox): void {
  if (!namespace || namespace.bookings < (namespace.quotas.bookings ?? Number.POSITIVE_INFINITY)) return;
  const { name, quotas } = namespace;
  throw refuse(
    'QuotaExceeded',
    `the quota of the namespace "${name}" is ${quotas.bookings} bookings; delete or reset a sandbox of this namespace`,
  );
}

/** For a booking that a fault makes for another guest. */
const otherGuest: Pax = { Name: 'Quirin', Surname: 'Zuckermandel', Age: 58, MainPax: true };

/** Adds the booking that another program of the account makes because of a fault. */
function addNeighbour(booking: BookingRecord, service: ServiceRecord, { sandbox, now }: Call): void {
  const id = sandbox.bookings.newId(`beside ${booking.id}`);
  const other: BookingRecord = { ...booking, id, services: [], payments: [], isOthers: true };
  const { reference: _, confirmation: __, guestsPerRoom: ___, ...rest } = service;
  const timeline = [{ at: now, status: 'confirmed' as const }];
  sandbox.bookings.add(other, {
    ...rest,
    id: nextServiceId(other),
    paxs: [otherGuest],
    truth: 'confirmed',
    stored: 'confirmed',
    timeline,
    errors: [],
  });
}

const selectionOf = ({ item, units, serviceDate }: ConditionsToken): Selection => ({
  item,
  units,
  ...(serviceDate !== undefined && { serviceDate }),
});

/** A new booking for the id "0", otherwise the user's open booking in the same currency. */
function bookingFor(
  { bookingId, token }: BookingRequest,
  conditions: ConditionsToken,
  call: Call,
): BookingRecord {
  const { sandbox, owner, now, play, directives } = call;
  if (bookingId === '0') {
    const id = sandbox.bookings.newId(token);
    return {
      id,
      owner,
      currency: conditions.currency,
      createdAt: now,
      updatedAt: now,
      services: [],
      payments: [],
      ...(play !== undefined && { play }),
      ...(directives.isOtherGuest && { isOthers: true }),
    };
  }
  const booking = sandbox.bookings.find(owner, bookingId);
  if (!booking)
    throw refuse(
      'NotFound',
      `this credential has no booking "${bookingId}"; send "0" for a new booking`,
      'BookingId',
    );
  synchronise(booking, now); // not stored yet, because a refusal must change nothing
  if (booking.services.every(service => isFinal(service.stored)))
    throw refuse(
      'BookingClosed',
      `booking "${bookingId}" is ${wireStatusOf(booking).Status}; nothing can be attached to it`,
      'BookingId',
    );
  if (booking.currency !== conditions.currency) {
    const message = `booking "${bookingId}" is in ${booking.currency}, this offer in ${conditions.currency}; search in the booking's currency`;
    throw refuseFields([{ field: 'BookingId', message }]);
  }
  const maxServices = limits.servicesPerBooking.value;
  if (booking.services.length >= maxServices) {
    const message = `booking "${bookingId}" has ${maxServices} services, the maximum (assumed limit); send "0" for a new booking`;
    throw refuseFields([{ field: 'BookingId', message }]);
  }
  booking.updatedAt = now;
  if (play !== undefined) booking.play ??= play;
  return booking;
}

function recordService(
  request: BookingRequest,
  { booking, serviceId, quote, conditions, paxs }: SupplierOrder & { booking: BookingRecord },
  { timeline, errors }: SupplierAnswer,
  now: number,
): ServiceRecord {
  const [first] = timeline;
  if (!first) throw new Error('recordService: the supplier gave no timeline');
  return {
    id: serviceId,
    ...(request.reference !== undefined && { reference: request.reference }),
    product: request.product,
    supplier: quote.supplierName,
    item: quote.item,
    name: quote.name,
    city: quote.city,
    units: quote.units,
    start: quote.start,
    ...(quote.end !== undefined && { end: quote.end }),
    timeZone: quote.timeZone,
    paxs,
    ...(request.product === 'hotel' &&
      !booking.isOthers && { guestsPerRoom: request.units.map(unit => unit.paxs.length) }),
    criteria: conditions.criteria,
    cents: quote.cents,
    policies: quote.windows,
    truth: first.status,
    stored: first.status,
    onRequest: timeline.some(({ status }) => status === 'on-request'),
    timeline,
    plan: 0,
    errors,
    toldAt: now,
  };
}

function describe(booking: BookingRecord, service: ServiceRecord, now: number): Answer {
  return {
    BookingId: booking.id,
    ReservationId: booking.id,
    ...wireStatusOf({ services: [service] }),
    ...(service.confirmation !== undefined && { ConfirmationNumber: service.confirmation }),
    Services: [renderService(service, booking.currency)],
    TotalSellingPrice: toMoney(service.cents, booking.currency),
    TimeSpan: formatTimeSpan(now),
    Errors: service.errors,
  };
}
