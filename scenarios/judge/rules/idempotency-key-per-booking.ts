import {
  asWarning,
  type Call,
  defineRule,
  type Finding,
  finding,
  hasSeen,
  isGood,
  isRefused,
  overEach,
  type Ruling,
  stayOf,
} from '../assess/index.ts';

/** A key stands for one booking. */
export const idempotencyKeyPerBooking = defineRule({
  id: 'idempotency-key-per-booking',
  level: 'must',
  clauses: ['flow.3'],
  title:
    'Takes a new Idempotency-Key for each booking and keeps it when it repeats one that was refused with 429.',
  right: 'Two bookings have two keys; a DoBooking refused with 429 is repeated under the same key.',
  wrong: 'One key for the bookings of two stays.',
  explanation: 'keys across all DoBooking; another key behind a 429 is a warning',
  judge(traffic) {
    const books = traffic.of('book').filter(({ facts }) => facts.idempotencyKey !== undefined);
    const cases = books.length > 1 ? books : [];
    const owners = new Map<string, Call>();
    return overEach(cases, book => judgeOne(book, owners), 'fewer than two DoBookings had a key');
  },
});

function judgeOne(book: Call, owners: Map<string, Call>): Ruling {
  const key = `${book.by} ${keyOf(book)}`;
  const owner = owners.get(key);
  // What was refused is no booking, so its key is free.
  if (!owner || isRefused(owner)) owners.set(key, book);
  const changed = keyOfRefused(book);
  if (changed) return changed;
  if (!owner || isRefused(owner)) return undefined;
  const isOther = stayOf(owner) !== stayOf(book);
  if (!isOther && !(isGood(owner) && hasSeen(book, owner))) return undefined;
  return finding([owner, book], {
    message: `Exchange ${book.number} sends the Idempotency-Key ${book.facts.idempotencyKey} of exchange ${owner.number} ${isOther ? 'for another booking' : `again, after that was answered ${owner.facts.answer.bookingStatus ?? 'with success'}`}.`,
    expected: 'A new UUID v4 for each booking.',
  });
}

/** A UUID is the same in upper and lower case. */
const keyOf = ({ facts: { idempotencyKey } }: Call): string | undefined => idempotencyKey?.toLowerCase();

/** The same DoBooking once more after 429, under another key. */
function keyOfRefused(book: Call): Finding | undefined {
  const earlier = book.userBefore;
  if (
    earlier?.step !== 'book' ||
    !isRefused(earlier) ||
    earlier.facts.status !== 429 ||
    !hasSeen(book, earlier)
  )
    return undefined;
  if (keyOf(earlier) === keyOf(book)) return undefined;
  return asWarning(
    finding([earlier, book], {
      message: `Exchange ${book.number} repeats the DoBooking of exchange ${earlier.number}, which was refused with 429, under a new Idempotency-Key.`,
      expected: `The same key, ${earlier.facts.idempotencyKey}.`,
    }),
  );
}
