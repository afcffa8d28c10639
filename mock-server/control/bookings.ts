import type { ControlQuery } from '#contracts/control';
import { type Sandbox, viewBooking } from '../sandboxes/index.ts';
import type { BookingRecord } from '../store/index.ts';
import { linkTo, type SomeHandlers } from './handler.ts';
import { refuseDetails } from './refusal.ts';
import { listTexts, streamTexts } from './stream.ts';

const defaultLimit = 1_000;

/** The handlers that show the bookings of a sandbox. These handlers do not update the stored status of a booking. */
export const bookingHandlers = {
  listBookings({ sandbox, query, request }) {
    sandbox.clock.settle();
    const { texts, next } = readPage(sandbox, query);
    const write = (text: string) => JSON.stringify(viewBooking(JSON.parse(text), sandbox.redactor));
    const body = streamTexts(listTexts(texts, write, { head: '[', between: ',', tail: ']' }));
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    return new Response(body, {
      headers: next === undefined ? headers : { ...headers, link: linkTo(request.url, next) },
    });
  },
  getBooking({ sandbox, params }) {
    sandbox.clock.settle();
    const booking = requireBooking(sandbox, params.bookingId ?? '', 'bookingId');
    return { json: viewBooking(booking, sandbox.redactor) };
  },
} satisfies SomeHandlers;

/** Returns a booking in a sandbox, whichever user has made it. Throws a ControlRefusal for an unknown id. */
export function requireBooking({ store, identity }: Sandbox, id: string, field: string): BookingRecord {
  const booking = store.booking(id);
  if (booking) return booking;
  const message = `sandbox "${identity.id}" has no booking "${id}"; GET …/bookings lists the bookings`;
  throw refuseDetails('NotFound', [{ field, message, value: id }]);
}

interface Page {
  /** The bookings as JSON texts. */
  readonly texts: readonly string[];
  /** The cursor of the next page; undefined for the last page. */
  readonly next: string | undefined;
}

/**
 * Reads one page of the bookings of all credentials, the last changed booking first. A booking that changes between two pages
 * moves to the front, and no other booking is left out.
 */
function readPage(
  { store, identity }: Sandbox,
  { limit = defaultLimit, after }: ControlQuery<'listBookings'>,
): Page {
  const owners = new Set(identity.credentials.map(({ Username }) => Username));
  const { id: lastId, changedAt } = readCursor(after);
  const isSame = lastId !== undefined && store.booking(lastId)?.updatedAt === changedAt;
  const texts: string[] = [];
  let last: BookingRecord | undefined;
  for (const text of store.bookingTexts(isSame ? lastId : undefined)) {
    const booking: BookingRecord = JSON.parse(text);
    if (!owners.has(booking.owner) || (!isSame && booking.updatedAt > changedAt)) continue;
    if (texts.length === limit) return { texts, next: last && `${last.updatedAt}-${last.id}` };
    texts.push(text);
    last = booking;
  }
  return { texts, next: undefined };
}

/** Reads the instant of the last change and the id of the last booking of the page before. */
function readCursor(cursor = ''): { changedAt: number; id?: string } {
  const [, changedAt, id] = /^(\d+)-(.+)$/.exec(cursor) ?? [];
  return { changedAt: Number(changedAt ?? Number.POSITIVE_INFINITY), ...(id !== undefined && { id }) };
}
