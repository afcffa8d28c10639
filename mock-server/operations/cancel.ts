import {
  type ErrorEntry,
  formatTimeSpan,
  isCancelStep,
  isFinal,
  type Product,
  problems,
  type ResponseOf,
  type ServiceStatus,
} from '#contracts';
import {
  type BookingRecord,
  planCancellation,
  problem,
  type Refusal,
  refuse,
  type ServiceRecord,
  synchronise,
  toMoney,
  wireStatusOf,
} from '../books/index.ts';
import { localDate } from '../inventory/index.ts';
import { requireBooking } from './get-booking.ts';
import type { Call } from './handler.ts';

type Answer = ResponseOf<'cancelBooking'>;

const alreadyGone: readonly ServiceStatus[] = ['cancelled', 'pending-cancellation'];

type RequestedServices = { product: Product; id?: string };

function findServices(booking: BookingRecord, { product, id }: RequestedServices): ServiceRecord[] {
  if (id !== undefined) return [findService(booking, product, id)];
  const found = booking.services.filter(service => service.product === product);
  if (found.length > 0) return found;
  throw refuse('NotFound', `booking ${booking.id} has no ${product} service`, 'ServiceType');
}

function findService(booking: BookingRecord, product: Product, id: string): ServiceRecord {
  const service = booking.services.find(entry => entry.id === id);
  if (service?.product === product) return service;
  const known = booking.services.map(entry => `${entry.id} (${entry.product})`).join(', ');
  const what = service
    ? `service "${id}" is a ${service.product} service; cancel it with ${service.product}.cancelByService`
    : `no service "${id}" in booking ${booking.id}; it has ${known}`;
  throw refuse('NotFound', what, 'ServiceId');
}

/** The penalty depends on today's date at the destination (svc.2, status.cancelado). */
export function cancel(bookingId: string, requested: RequestedServices | undefined, call: Call) {
  const { sandbox, now } = call;
  const { failure } = call.directives;
  const booking = requireBooking(bookingId, call);
  const services = requested ? findServices(booking, requested) : booking.services;
  const changed = synchronise(booking, now);
  const open = services.filter(service => !isFinal(service.stored) && !alreadyGone.includes(service.stored));
  const gone = services.find(service => alreadyGone.includes(service.stored));
  const unchanged = (shown: ServiceRecord[], Errors: ErrorEntry[]) => {
    if (changed) sandbox.bookings.save(booking);
    return { answer: { ...describe(booking, shown, now), Errors } };
  };
  // A fault also answers for a booking that was never accepted. Only a second cancellation is answered as usual.
  if (failure && (open.length > 0 || !gone))
    return unchanged(open.length > 0 ? open : services, [...failure.errors]);
  if (open.length === 0) {
    if (!gone) throw nothingToCancel(booking, services);
    return unchanged(services, [
      problem('AlreadyCancelled', `${gone.id} is already cancelled; nothing was done`),
    ]);
  }
  for (const service of open) {
    sandbox.bookings.replan(booking, service, planCancellation(service.truth, now, call.directives));
    const penalty = alreadyGone.includes(service.stored) ? penaltyOf(service, now) : 0;
    if (penalty > 0) service.penalty = penalty;
  }
  booking.updatedAt = now;
  sandbox.bookings.save(booking);
  return { answer: describeCancelled(booking, open, now) };
}

function describeCancelled(booking: BookingRecord, asked: ServiceRecord[], now: number): Answer {
  const stuck = asked.filter(service => service.stored === 'cancellation-failed');
  const gone = asked.filter(service => alreadyGone.includes(service.stored));
  const penalty = gone.reduce((sum, service) => sum + (service.penalty ?? 0), 0);
  const Errors = stuck.map(({ id }) =>
    problem('CancellationNotForwarded', `${id}: ${problems.CancellationNotForwarded.when}`),
  );
  const answer = { ...describe(booking, asked, now), Errors };
  return penalty > 0 ? { ...answer, Penalty: toMoney(penalty, booking.currency) } : answer;
}

/** Cents, by the penalty window of today's date at the destination (date.policies). 0 for a service that the supplier had not accepted. */
function penaltyOf(service: ServiceRecord, now: number): number {
  const held = heldBefore(service, now);
  if (held !== 'confirmed' && held !== 'awaiting-payment') return 0;
  const today = localDate(service.timeZone, now);
  const window = service.policies.find(({ start, end }) => start <= today && today <= end);
  // The penalty of the last window still applies after its end.
  const past = service.policies.findLast(({ end }) => end < today);
  return (window ?? past)?.cents ?? 0;
}

const heldBefore = ({ timeline }: ServiceRecord, now: number): ServiceStatus | undefined =>
  timeline.findLast(({ at, status }) => at <= now && !isCancelStep(status))?.status;

function nothingToCancel({ id }: BookingRecord, services: ServiceRecord[]): Refusal {
  const states = services.map(service => `${service.id} is ${wireStatusOf({ services: [service] }).Status}`);
  return refuse('BookingClosed', `nothing to cancel in booking ${id}: ${states.join(', ')}`, 'BookingId');
}

function describe(booking: BookingRecord, services: ServiceRecord[], now: number): Answer {
  return { BookingId: booking.id, ...wireStatusOf({ services }), TimeSpan: formatTimeSpan(now), Errors: [] };
}
