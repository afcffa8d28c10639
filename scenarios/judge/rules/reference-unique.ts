import { isFinal } from '#contracts';
import {
  type Call,
  defineRule,
  finding,
  formatTime,
  isSuccess,
  type Ruling,
  seenBefore,
  stayOf,
  warnUnlessOneTask,
} from '../assess/index.ts';

export const referenceUnique = defineRule({
  id: 'reference-unique',
  level: 'must',
  clauses: ['flow.3'],
  title: 'A correct client sends another ExternalReference for each booking.',
  right: 'The client creates a UUID for each booking, and sends the UUID as ExternalReference.',
  wrong: 'The client sends the same ExternalReference for the bookings of two hotels.',
  explanation:
    'The judge compares the DoBooking calls of each reference. A repeated DoBooking of the same stay, a service that is added to the same booking, and a booking after a rejected one may have the same reference.',
  cases: traffic => groupsOf(traffic.of('book')),
  nothing: 'no DoBooking had an ExternalReference',
  judgeCase(books, context): Ruling {
    for (const [index, book] of books.entries()) {
      const earlier = books.slice(0, index).find(one => isOther(book, one) && isHeld(one, book));
      if (!earlier) continue;
      const [first, second] = formatTime(earlier.opened.at, book.opened.at);
      const found = finding([earlier, book], {
        message: `At ${second}, the client sent DoBooking (exchange ${book.number}) with the ExternalReference "${book.facts.request.reference}", which it had sent for another booking at ${first} (exchange ${earlier.number}). After a lost answer, a look-up by this reference can find the wrong booking.`,
        expected: 'A correct client creates a new ExternalReference, such as a UUID, for each booking.',
      });
      return [warnUnlessOneTask(found, context)];
    }
    return undefined;
  },
});

/** The maximum number of DoBooking calls per reference that the judge compares. */
const maxCompared = 50;

/** Returns the DoBooking calls with a reference, grouped by credential and reference. */
function groupsOf(books: readonly Call[]): Iterable<Call[]> {
  const groups = new Map<string, Call[]>();
  for (const book of books) {
    const { reference } = book.facts.request;
    if (reference === undefined) continue;
    const key = JSON.stringify([book.by, reference]);
    const group = groups.get(key) ?? [];
    if (group.length < maxCompared) group.push(book);
    groups.set(key, group);
  }
  return groups.values();
}

/** Returns whether a DoBooking creates a new booking, and for another stay than the earlier DoBooking. */
function isOther(book: Call, earlier: Call): boolean {
  const { bookingId } = book.facts.request;
  const isNew = bookingId === undefined || bookingId === '0';
  return isNew && stayOf(book) !== stayOf(earlier);
}

/** Returns whether the earlier call made a booking that was not yet rejected or cancelled before the later call. */
function isHeld(earlier: Call, book: Call): boolean {
  if (!isSuccess(earlier) || earlier.facts.answer.bookingId === undefined || !earlier.trip) return false;
  const services = seenBefore(earlier.trip, book)?.view.services.values() ?? [];
  return [...services].some(({ status }) => status === 'confirmed' || !isFinal(status));
}
