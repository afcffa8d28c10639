import {
  type BookingPayment,
  type Complaint,
  type ErrorEntry,
  formatTimeSpan,
  type Pax,
  type ResponseOf,
  type ServiceStatus,
} from '#contracts';
import { toMoney } from '../bookings/money.ts';
import { charge } from '../bookings/payment.ts';
import { planTimeline, synchronise } from '../bookings/timeline.ts';
import { renderService, wireStatusOf } from '../bookings/wire.ts';
import type { Quote, Selection } from '../inventory/quote.ts';
import { problem, refuse, refuseFields } from '../refusal.ts';
import { hideSecrets, secretsOf } from '../secrets.ts';
import type { BookingRecord, ConditionsToken, ServiceRecord } from '../store/records.ts';
import { isSoldOut, paymentConditions, priceNow } from './conditions.ts';
import { inspectGuests, type UnitGuests } from './guests.ts';
import type { Call } from './handler.ts';

/** A DoBooking of any product, in the terms all have in common. */
export interface BookingRequest {
  product: 'hotel';
  token: string;
  bookingId: string;
  selection: Selection;
  units: UnitGuests[];
  reference: string | undefined;
  payment: { field: string; value: BookingPayment } | undefined;
}

type Answer = ResponseOf<'hotel.doBooking'>;

/** Books what conditions were given for (flow.1, flow.3): refuses without any effect, or books and says how it went. */
export function book(request: BookingRequest, call: Call): { answer: Answer } {
  const { sandbox, now, owner } = call;
  const conditions = sandbox.tokens.conditions(request.token, { owner, product: request.product, now });
  const selection = { item: conditions.item, units: conditions.units };
  const quote = priceNow(sandbox, conditions, selection, call.directives);
  const complaints = [
    ...inspectSelection(request, conditions),
    ...inspectGuests(request.units, quote),
    ...inspectPayment(request, quote, sandbox.identity.seed),
  ];
  if (complaints.length > 0) throw refuseFields(complaints);
  const booking = bookingFor(request, conditions, call);
  const service = bookService(request, { quote, conditions, booking }, call);
  sandbox.tokens.consume(request.token, now);
  sandbox.bookings.add(booking, service);
  return { answer: describe(booking, service, now) };
}

/** The rooms of a booking are those whose conditions were confirmed. */
function inspectSelection({ selection, units }: BookingRequest, conditions: ConditionsToken): Complaint[] {
  const complaints: Complaint[] = [];
  if (selection.item !== conditions.item) {
    complaints.push({
      field: 'HotelId',
      message: `${selection.item}, but the conditions behind this Token are for ${conditions.item}`,
    });
  }
  const wanted = [...conditions.units].sort().join(', ');
  const lists = [
    { field: 'Rooms', ids: units.map(unit => unit.unit) },
    { field: 'RoomIds', ids: selection.units },
  ];
  for (const { field, ids } of lists) {
    if (ids.length === 0 && field === 'RoomIds') continue;
    const given = [...ids].sort().join(', ');
    if (given !== wanted)
      complaints.push({
        field,
        message: `[${given}], but the conditions behind this Token are for [${wanted}]`,
      });
  }
  return complaints;
}

function inspectPayment({ payment }: BookingRequest, quote: Quote, seed: string): Complaint[] {
  if (!payment) {
    if (quote.payLater || quote.prePayment) return [];
    return [
      { field: 'Payment', message: 'missing: CanPayLater is false, so the card is charged with DoBooking' },
    ];
  }
  const { PaymentConditionId: id, PaymentRequestCC1: card } = payment.value;
  const offered = paymentConditions(quote, seed);
  const condition = offered.find(entry => entry.PaymentConditionId === id);
  if (!condition) {
    const known = offered.map(entry => entry.PaymentConditionId).join(', ');
    return [
      {
        field: `${payment.field}.PaymentConditionId`,
        message: `"${id}" was not offered for this selection; offered are ${known}`,
      },
    ];
  }
  const instalments = card.CreditCard.NumberPayments;
  if (instalments === condition.Installments) return [];
  const field = `${payment.field}.PaymentRequestCC1.CreditCard.NumberPayments`;
  return [{ field, message: `${instalments}, but payment condition "${id}" has ${condition.Installments}` }];
}

/** The booking to add to: a new one for "0", else one of this credential that is still open and in the same currency. */
function bookingFor(
  { bookingId, token }: BookingRequest,
  conditions: ConditionsToken,
  call: Call,
): BookingRecord {
  const { sandbox, owner, now } = call;
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
    };
  }
  const booking = sandbox.bookings.find(owner, bookingId);
  if (!booking)
    throw refuse(
      'NotFound',
      `no booking "${bookingId}" of this credential here; send "0" for a new one`,
      'BookingId',
    );
  synchronise(booking, now); // kept only when the booking is added to: a refusal changes nothing
  const open = booking.services.some(
    service => !['cancelled', 'rejected', 'failed', 'expired'].includes(service.stored),
  );
  if (!open)
    throw refuse(
      'BookingClosed',
      `booking "${bookingId}" is ${wireStatusOf(booking).Status}; nothing can be attached to it`,
      'BookingId',
    );
  if (booking.currency !== conditions.currency) {
    throw refuseFields([
      {
        field: 'BookingId',
        message: `booking "${bookingId}" is in ${booking.currency}, this offer in ${conditions.currency}; search in the booking's currency`,
      },
    ]);
  }
  booking.updatedAt = now;
  return booking;
}

interface Subject {
  quote: Quote;
  conditions: ConditionsToken;
  booking: BookingRecord;
}

function bookService(
  request: BookingRequest,
  { quote, conditions, booking }: Subject,
  call: Call,
): ServiceRecord {
  const { now, directives } = call;
  const paxs = request.units.flatMap(unit => unit.paxs);
  const refused = refusedBySupplier(quote, conditions, paxs, call);
  const start = refused ? 'rejected' : startStatus(request, quote, booking, now);
  const errors = refused
    ? [refused]
    : start === 'failed'
      ? [problem('PaymentDeclined', 'the card was declined; nothing was booked')]
      : [];
  const timeline = planTimeline(start, now, errors.length > 0 ? {} : directives);
  const first = timeline[0]?.status ?? start;
  return {
    id: `${booking.id}-${booking.services.length + 1}`,
    ...(request.reference !== undefined && { reference: request.reference }),
    product: request.product,
    supplier: quote.supplierName,
    item: quote.item,
    units: quote.units,
    start: quote.start,
    ...(quote.end !== undefined && { end: quote.end }),
    timeZone: quote.timeZone,
    paxs,
    cents: quote.cents,
    policies: quote.windows,
    truth: first,
    stored: first,
    onRequest: first === 'on-request',
    timeline,
    plan: 0,
    errors,
    toldAt: now,
  };
}

const plainName = /^[\p{L}\p{M} '’-]+$/u;

/** Why the supplier rejects at once, or nothing (status.rejeitado). */
function refusedBySupplier(
  quote: Quote,
  conditions: ConditionsToken,
  paxs: readonly Pax[],
  call: Call,
): ErrorEntry | undefined {
  for (const { Name, Surname } of paxs) {
    if (plainName.test(Name) && plainName.test(Surname)) continue;
    return problem(
      'InvalidName',
      `guest "${hideSecrets(`${Name} ${Surname}`, secretsOf(call.sandbox.identity, undefined))}": names take letters, spaces, apostrophes and hyphens only`,
    );
  }
  if (isSoldOut(call.sandbox, quote, call.directives))
    return problem('RoomUnavailable', `${quote.product} ${quote.item} was sold in the meantime`);
  if (quote.cents === conditions.cents) return undefined;
  const [was, is] = [conditions.cents / 100, quote.cents / 100];
  return problem(
    'RateChanged',
    `the price moved from ${was} to ${is} ${quote.currency} since the conditions were given`,
  );
}

/** The status a booking starts in when the supplier takes it; charges the card where that is due now (flow.6). */
function startStatus(
  { payment }: BookingRequest,
  quote: Quote,
  booking: BookingRecord,
  now: number,
): ServiceStatus {
  if (quote.prePayment) return 'awaiting-payment';
  if (payment && !quote.payLater && charge(booking, payment.value, quote.cents, now) === 'Declined')
    return 'failed';
  return quote.restriction === 'OnRequest' ? 'on-request' : 'confirmed';
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
