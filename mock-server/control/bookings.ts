import { canMove, type ServiceStatus } from '#contracts';
import { type ControlQuery, supplierDecisions } from '#contracts/control';
import type { BookingRecord, ServiceRecord } from '../books/index.ts';
import { type Sandbox, viewBooking } from '../sandbox/index.ts';
import { linkTo, type SomeHandlers } from './handler.ts';
import { type ControlRefusal, refuseDetails, refuseUnknown, requireOpen } from './refusal.ts';

const defaultLimit = 1_000;

/** They do not update the stored status of a booking. */
export const bookingHandlers = {
  listBookings({ sandbox, query, request }) {
    sandbox.clock.settle();
    const { page, next } = readPage(sandbox, query);
    const bookings = page.map(booking => viewBooking(booking, sandbox.redactor));
    const headers = { 'cache-control': 'no-store' };
    return Response.json(bookings, {
      headers: next === undefined ? headers : { ...headers, link: linkTo(request.url, next) },
    });
  },
  getBooking({ sandbox, params }) {
    sandbox.clock.settle();
    const booking = requireBooking(sandbox, params.bookingId ?? '', 'bookingId');
    return { json: viewBooking(booking, sandbox.redactor) };
  },
  decideBooking({ sandbox, params, body: { status, serviceId } }) {
    requireOpen(sandbox, 'its bookings cannot change');
    sandbox.clock.settle(); // a change that is due now happens before the decision
    const booking = requireBooking(sandbox, params.bookingId ?? '', 'bookingId');
    const services = serviceId === undefined ? booking.services : [findService(booking, serviceId)];
    const decided = services.filter(({ truth }) => canMove(truth, status));
    if (decided.length === 0) throw impossible(status, services);
    for (const service of decided) sandbox.decide(booking, service, status);
    return { json: viewBooking(booking, sandbox.redactor) };
  },
} satisfies SomeHandlers;

export function requireBooking({ store, identity }: Sandbox, id: string, field: string): BookingRecord {
  const booking = store.booking(id);
  if (booking) return booking;
  const message = `sandbox "${identity.id}" has no booking "${id}"; GET …/bookings lists the bookings`;
  throw refuseDetails('NotFound', [{ field, message, value: id }]);
}

/** The last changed booking is first. A booking that changes between two pages moves to the front, and no other is left out. */
function readPage(
  { store, identity }: Sandbox,
  { limit = defaultLimit, after }: ControlQuery<'listBookings'>,
): { page: BookingRecord[]; next: string | undefined } {
  const owners = new Set(identity.credentials.map(({ Username }) => Username));
  const { id: lastId, changedAt } = readCursor(after);
  const isSame = lastId !== undefined && store.booking(lastId)?.updatedAt === changedAt;
  const page: BookingRecord[] = [];
  for (const text of store.bookingTexts(isSame ? lastId : undefined)) {
    const booking: BookingRecord = JSON.parse(text);
    if (!owners.has(booking.owner) || (!isSame && booking.updatedAt > changedAt)) continue;
    const last = page.at(-1);
    if (page.length === limit && last) return { page, next: `${last.updatedAt}-${last.id}` };
    page.push(booking);
  }
  return { page, next: undefined };
}

function readCursor(cursor = ''): { changedAt: number; id?: string } {
  const [, changedAt, id] = /^(\d+)-(.+)$/.exec(cursor) ?? [];
  return { changedAt: Number(changedAt ?? Number.POSITIVE_INFINITY), ...(id !== undefined && { id }) };
}

function findService({ id, services }: BookingRecord, serviceId: string): ServiceRecord {
  const found = services.find(service => service.id === serviceId);
  if (found) return found;
  const ids = services.map(service => service.id);
  return refuseUnknown('serviceId', serviceId, `booking "${id}" has no service "${serviceId}"`, ids);
}

function impossible(status: ServiceStatus, services: readonly ServiceRecord[]): ControlRefusal {
  const states = services.map(({ id, truth }) => {
    const possible = supplierDecisions.filter(one => canMove(truth, one));
    const next = possible.length > 0 ? `can only become ${possible.join(', ')}` : 'cannot change any more';
    return `service "${id}" is ${truth} and ${next}`;
  });
  const valid = supplierDecisions.filter(one => services.some(({ truth }) => canMove(truth, one)));
  const message = `the supplier cannot decide "${status}" now: ${states.join('; ')}`;
  return refuseDetails('Conflict', [{ field: 'status', message, value: status, valid }]);
}
