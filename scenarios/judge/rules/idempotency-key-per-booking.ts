import {
  assessEach,
  type Call,
  defineRule,
  type Finding,
  finding,
  hasSeen,
  isRefused,
  isSuccess,
  type Ruling,
  stayOf,
} from '../assess/index.ts';

export const idempotencyKeyPerBooking = defineRule({
  id: 'idempotency-key-per-booking',
  level: 'must',
  clauses: ['flow.3'],
  title:
    'A correct client uses a new Idempotency-Key for each booking, and keeps the key when it repeats a DoBooking after a 429.',
  right: 'The client uses two keys for two bookings, and repeats a DoBooking with the same key after a 429.',
  wrong:
    'The client uses the same key for the bookings of two stays, or a new key for the repetition after a 429.',
  explanation: 'The judge compares the keys of all DoBooking calls.',
  judge(traffic) {
    const books = traffic.of('book').filter(({ facts }) => facts.idempotencyKey !== undefined);
    const cases = books.length > 1 ? books : [];
    const owners = new Map<string, Call>();
    return assessEach(cases, book => judgeOne(book, owners), 'fewer than two DoBooking calls had a key');
  },
});

function judgeOne(book: Call, owners: Map<string, Call>): Ruling {
  const key = `${book.by} ${keyOf(book)}`;
  const owner = owners.get(key);
  // A DoBooking that was refused created no booking, so the key is free for the next DoBooking.
  if (!owner || isRefused(owner)) owners.set(key, book);
  const changed = changedAfter429(book);
  if (changed) return changed;
  if (!owner || isRefused(owner)) return undefined;
  const isOther = stayOf(owner) !== stayOf(book);
  if (!isOther && !(isSuccess(owner) && hasSeen(book, owner))) return undefined;
  return finding([owner, book], {
    message: `In exchange ${book.number}, the client sent the Idempotency-Key ${book.facts.idempotencyKey} of exchange ${owner.number} ${isOther ? 'for another booking' : `again, although the answer was ${owner.facts.answer.bookingStatus ?? 'a success'}`}. The supplier can treat the new booking as a repetition.`,
    expected: 'A correct client sends a new UUID v4 for each booking.',
  });
}

/** Returns the Idempotency-Key in lower case, because the letter case of a UUID has no meaning. */
const keyOf = ({ facts: { idempotencyKey } }: Call): string | undefined => idempotencyKey?.toLowerCase();

/** Finds a DoBooking that the client repeated with another Idempotency-Key after a 429. */
function changedAfter429(book: Call): Finding | undefined {
  const earlier = book.userBefore;
  if (
    earlier?.step !== 'book' ||
    !isRefused(earlier) ||
    earlier.facts.status !== 429 ||
    !hasSeen(book, earlier)
  )
    return undefined;
  if (keyOf(earlier) === keyOf(book)) return undefined;
  return finding([earlier, book], {
    message: `The client repeated a DoBooking that was refused with 429 (exchange ${earlier.number}), but with a new Idempotency-Key (exchange ${book.number}). Only the same key prevents a second booking.`,
    expected: `A correct client sends the same key, ${earlier.facts.idempotencyKey}.`,
  });
}
