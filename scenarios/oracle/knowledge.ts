import { limits } from '#contracts';
import type { BookedService } from '../books/index.ts';
import { type Call, foundNothing, isLost, isSuccess, readCall } from '../judge/index.ts';
import type { Evidence } from './evidence.ts';

/**
 * Returns whether the client knows a booking at its end: its result or its state has the BookingId or the reference. Returns
 * undefined if the state of the client is unknown.
 */
export function isKnown(
  { bookingId, reference }: BookedService,
  { result, state }: Pick<Evidence, 'result' | 'state'>,
): boolean | undefined {
  const kept = JSON.stringify(result ?? {}) + (state ?? '');
  // JSON writes some characters of a reference in another form.
  const names = [bookingId, reference, reference && JSON.stringify(reference).slice(1, -1)];
  if (names.some(name => name && kept.includes(name))) return true;
  return state === undefined ? undefined : false;
}

/** The exchanges of a run, and those during which the client was killed. */
type Exchanges = Pick<Evidence, 'facts' | 'killedIn'>;

/** The calls of a run, and those that concern one booking. */
interface CallIndex {
  readonly calls: readonly Call[];
  /** Returns the calls whose answers have this BookingId. */
  about(bookingId: string): readonly Call[];
  /** Returns the first DoBooking whose answer has the BookingId, or that has the reference and no BookingId in its answer. */
  bookOf(service: Pick<BookedService, 'bookingId' | 'reference'>): Call | undefined;
}

const noCalls: readonly Call[] = [];
/** The index of each list of facts, because a run with thousands of bookings needs it for each booking. */
const indexes = new WeakMap<readonly object[], { killedIn: Exchanges['killedIn']; index: CallIndex }>();

function indexOf(exchanges: Exchanges): CallIndex {
  const { facts, killedIn } = exchanges;
  const known = indexes.get(facts);
  if (known && known.killedIn === killedIn) return known.index;
  const index = createIndex(exchanges);
  indexes.set(facts, { killedIn, index });
  return index;
}

function createIndex({ facts, killedIn = [] }: Exchanges): CallIndex {
  const calls = facts.map(one => readCall(one, killedIn.includes(one.number)));
  const about = Map.groupBy(calls, ({ facts: { answer } }) => answer.bookingId);
  const withoutId = Map.groupBy(
    calls.filter(({ step, facts: { answer } }) => step === 'book' && answer.bookingId === undefined),
    ({ facts: { request } }) => request.reference,
  );
  return {
    calls,
    about: bookingId => about.get(bookingId) ?? noCalls,
    bookOf({ bookingId, reference }) {
      const answered = about.get(bookingId)?.find(({ step }) => step === 'book');
      const [open] = reference === undefined ? [] : (withoutId.get(reference) ?? noCalls);
      return !answered || (open && open.number < answered.number) ? open : answered;
    },
  };
}

/** Returns whether the client surely received an answer with the id of a booking. */
export const hasReadId = ({ bookingId }: BookedService, exchanges: Exchanges): boolean =>
  indexOf(exchanges).about(bookingId).some(isSuccess);

/** Returns whether the client surely received an answer that shows a booking as CONFIRMED. */
export const hasSeenConfirmed = ({ bookingId }: BookedService, exchanges: Exchanges): boolean =>
  indexOf(exchanges)
    .about(bookingId)
    .some(call => call.facts.answer.bookingStatus === 'CONFIRMED' && isSuccess(call));

/** What a client could find out about a booking whose DoBooking got no answer. */
export type Search = 'none' | 'early' | 'whole';

/** A small part of a second that a wait of the client may be too short, in milliseconds. */
const slack = 1_000;

/**
 * Returns how long a client looked, in vain, for a booking whose DoBooking got no answer. `whole`: for the 30 minutes that a
 * booking may take to appear, so no client can know the booking (flow.3, decision 3). `early`: for a shorter time. `none`: the
 * answer was not lost, or the client did not look, or found the booking.
 *
 * @param before the time of the next decision of the client, in epoch milliseconds; later look-ups do not count
 */
export function searchedInVain(service: BookedService, exchanges: Exchanges, before: number): Search {
  const { bookingId, bookedAt } = service;
  const { calls, bookOf } = indexOf(exchanges);
  const book = bookOf(service);
  if (!book || !isLost(book)) return 'none';
  const looks = calls.filter(
    look =>
      (look.step === 'look' || look.step === 'list') &&
      look.number > book.number &&
      isSuccess(look) &&
      look.opened.at <= before,
  );
  const isEmpty = looks.every(look => foundNothing(look, book));
  const last = looks.at(-1);
  if (!last || !isEmpty || calls.some(({ facts }) => isListed(facts.answer.listed, bookingId))) return 'none';
  const until = Math.min(book.opened.at, bookedAt) + limits.pollWindow.value - slack;
  return last.opened.at >= until ? 'whole' : 'early';
}

const isListed = (listed: readonly { readonly id: string }[] | undefined, bookingId: string): boolean =>
  listed?.some(({ id }) => id === bookingId) ?? false;
