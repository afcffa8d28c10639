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

const callsOf = ({ facts, killedIn = [] }: Exchanges): Call[] =>
  facts.map(one => readCall(one, killedIn.includes(one.number)));

/** Returns whether the client surely received an answer with the id of a booking. */
export const hasReadId = ({ bookingId }: BookedService, exchanges: Exchanges): boolean =>
  callsOf(exchanges).some(call => call.facts.answer.bookingId === bookingId && isSuccess(call));

/** Returns whether the client surely received an answer that shows a booking as CONFIRMED. */
export const hasSeenConfirmed = ({ bookingId }: BookedService, exchanges: Exchanges): boolean =>
  callsOf(exchanges).some(
    call =>
      call.facts.answer.bookingId === bookingId &&
      call.facts.answer.bookingStatus === 'CONFIRMED' &&
      isSuccess(call),
  );

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
export function searchedInVain(
  { bookingId, reference, bookedAt }: BookedService,
  exchanges: Exchanges,
  before: number,
): Search {
  const calls = callsOf(exchanges);
  const book = calls.find(({ step, facts: { request, answer } }) => {
    if (step !== 'book') return false;
    if (answer.bookingId !== undefined) return answer.bookingId === bookingId;
    return reference !== undefined && request.reference === reference;
  });
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
