import {
  type ErrorEntry,
  formatTimeSpan,
  isCancelStep,
  isFinal,
  limits,
  type RequestOf,
  type ResponseOf,
  type ServiceStatus,
} from '#contracts';
import {
  type BookingRecord,
  chargeCard,
  chargeFor,
  type PaymentRecord,
  planPayment,
  problem,
  Refusal,
  refuseFields,
  type ServiceRecord,
  synchronise,
  toMoney,
  wireStatusOf,
} from '../books/index.ts';
import { localDate } from '../inventory/index.ts';
import { inspectCondition, oddPayment } from './check-booking.ts';
import { paymentConditions } from './conditions.ts';
import { requireBooking } from './get-booking.ts';
import type { Call, Reply } from './handler.ts';

type Request = RequestOf<'payBooking'>;

/**
 * No service is charged twice (svc.3, ep.pay, decision 4). A declined card changes only the list of payments. A pending charge
 * is approved ten minutes later.
 */
export function payBooking(request: Request, call: Call): Reply<ResponseOf<'payBooking'>> {
  const { sandbox, now, directives } = call;
  const booking = requireBooking(request.BookingId, call);
  const changed = synchronise(booking, now); // not stored yet, because a refusal must change nothing
  const service = serviceToPay(booking, request, call);
  const warnings = oddPayment(request, '');
  const answerWith = (PaymentStatus: PaymentRecord['status'], Errors: ErrorEntry[]) => ({
    answer: {
      BookingId: booking.id,
      PaymentStatus,
      ...wireStatusOf({ services: [service] }),
      TimeSpan: formatTimeSpan(now),
      Errors,
    },
    warnings,
  });
  if (directives.failure) {
    if (changed) sandbox.bookings.save(booking);
    return answerWith('Declined', [...directives.failure.errors]);
  }
  const due = { serviceId: service.id, cents: service.cents, at: now };
  const { payment, declined } = chargeCard(request, due, directives.card);
  booking.payments.push(payment);
  if (declined === undefined) follow(booking, service, payment.status, call);
  booking.updatedAt = now;
  sandbox.bookings.save(booking);
  const Errors =
    declined === undefined ? [] : [problem('PaymentDeclined', `the card was declined: ${declined}`)];
  return answerWith(payment.status, Errors);
}

/** A service that waits for its payment is confirmed now, or when a pending charge is settled. A fault can plan other statuses. */
function follow(
  booking: BookingRecord,
  service: ServiceRecord,
  payment: PaymentRecord['status'],
  { sandbox: { bookings }, now, directives }: Call,
): void {
  const isPending = payment === 'Pending';
  const isWaiting = service.stored === 'awaiting-payment';
  service.toldAt = now;
  if (isWaiting || directives.timeline) {
    const start = isWaiting && isPending ? 'pending' : 'confirmed';
    const steps = planPayment({ from: service.truth, start }, now, directives);
    bookings.replan(booking, service, steps);
  }
  if (isPending && !(isWaiting && !directives.timeline))
    bookings.settleAt(booking, service, now + limits.pendingPayment.value);
}

/** The first service that can be paid now and has the PaymentConditionId. */
function serviceToPay(booking: BookingRecord, request: Request, { sandbox, now }: Call): ServiceRecord {
  const services = booking.services.map(service => ({
    service,
    offered: paymentConditions(service, sandbox.identity.seed),
    refusal: whyNotToPay(booking, service, now),
  }));
  const meant = services.filter(({ offered }) =>
    offered.some(({ PaymentConditionId }) => PaymentConditionId === request.PaymentConditionId),
  );
  const candidates = meant.length > 0 ? meant : services;
  const open = candidates.filter(({ refusal }) => refusal === undefined);
  const [first] = open;
  if (!first) throw new Refusal(candidates.flatMap(({ refusal }) => refusal ?? []));
  const complaints = inspectCondition(
    request,
    open.flatMap(entry => entry.offered),
    '',
  );
  if (complaints.length > 0) throw refuseFields(complaints);
  return first.service;
}

const payable: readonly ServiceStatus[] = ['awaiting-payment', 'confirmed'];

function whyNotToPay(booking: BookingRecord, service: ServiceRecord, now: number): ErrorEntry | undefined {
  const { id, stored } = service;
  const { bookingStatus, Status } = wireStatusOf({ services: [service] });
  if (isFinal(stored) || isCancelStep(stored))
    return problem('BookingClosed', `service ${id} is ${Status}; it can no longer be paid`, 'BookingId');
  if (stored === 'awaiting-payment' && service.start < localDate(service.timeZone, now))
    return problem(
      'BookingClosed',
      `service ${id} had to be paid before its date, ${service.start}, which has passed`,
      'BookingId',
    );
  const charge = chargeFor(booking, service);
  if (charge)
    return problem(
      'InvalidRequest',
      `service ${id} ${describeCharge(charge, booking.currency)}`,
      'BookingId',
    );
  if (payable.includes(stored)) return undefined;
  const message = `service ${id} is ${bookingStatus} (${Status}): no card is charged before the supplier accepts the service; pay when GetBookingDetail shows CONFIRMADO or AGUARDANDO PAGAMENTO`;
  return problem('InvalidRequest', message, 'BookingId');
}

function describeCharge({ status, at, cents, conditionId, card }: PaymentRecord, currency: string): string {
  const { Value } = toMoney(cents, currency);
  const charge = `${Value} ${currency} under "${conditionId}", card ending in ${card.last4}`;
  return status === 'Pending'
    ? `has a payment pending since ${formatTimeSpan(at)} UTC (${charge}); GetBookingDetail shows its result`
    : `was paid at ${formatTimeSpan(at)} UTC (${charge}); nothing was charged again`;
}
