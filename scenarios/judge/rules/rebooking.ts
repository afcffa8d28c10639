import { isFinal, limits } from '#contracts';
import { memoize } from '#contracts/util';
import { headersMissing, type Run } from '../context.ts';
import { assessEach, defineRule, type Found, finding, findingWith, type Ruling } from '../rule.ts';
import { clockOf, delayOf, formatDuration, perPoll, tolerance } from '../time.ts';
import {
  type BookingView,
  type Call,
  callsOf,
  couldHaveSeen,
  couldShow,
  foundActive,
  foundNothing,
  hasSeen,
  isBefore,
  isOfOtherGuest,
  isUnknown,
  type KnownService,
  looksBetween,
  resendNote,
  seenBefore,
  statusWord,
  stayOf,
  type Trip,
} from '../traffic/index.ts';

export const rebookingRules = [
  defineRule('no-blind-rebooking', {
    clauses: ['flow.3'],
    title:
      'A correct client looks for the booking before it repeats a DoBooking that got no answer, a 5xx or an unreadable answer.',
    right:
      'DoBooking gets no answer. The client looks for the booking by ExternalReference until it finds the booking or 30 minutes have passed.',
    wrong:
      'DoBooking gets no answer, a 5xx or an unreadable answer, and the client repeats DoBooking without a look-up.',
    explanation:
      'The judge reads the look-ups between two DoBooking calls of one stay. If they find nothing, a second DoBooking less than 30 minutes after the first is a warning.',
    expected:
      'A correct client sends GetBooking by the ExternalReference, or GetBookingList, before another DoBooking.',
    readsLookUps: true,
    cases: run => run.stays,
    nothing: 'no answer to a DoBooking was lost',
    judgeCase(stay, run) {
      if (!stay.some(call => call.isLost)) return 'not applicable';
      const found: Found[] = [];
      let isUndecided = false;
      for (const one of repetitions(stay, run)) {
        const active = foundAgain(one, run);
        if (one.count === 0) found.push(unchecked(one, looksBetween(one.lost, one.again, run)));
        else if (active) found.push(duplicate(one, active));
        else if (one.areEmpty && isEarly(one, tolerance(window, run))) {
          if (clockOf(run).mode === 'per-poll') isUndecided = true;
          else found.push(early(one));
        }
      }
      return found.length === 0 && isUndecided ? perPoll : found;
    },
  }),
  defineRule('no-rebooking-while-unknown', {
    clauses: ['status.problema-tecnico'],
    title:
      'A correct client does not book a stay again while its booking has the status TechnicalProblem, Pending or OnRequest.',
    right:
      'DoBooking returns TechnicalProblem. The client polls the booking and contacts support after half an hour.',
    wrong: 'DoBooking returns TechnicalProblem, and the client books the same stay again.',
    explanation: 'The judge compares each DoBooking with the last known status of the same stay.',
    expected: 'A correct client polls until the status changes, and sends no DoBooking before that.',
    cases: ({ stays }) => stays,
    nothing: 'no booking had the status TechnicalProblem, Pending or OnRequest',
    judgeCase(stay) {
      const trips = new Set(stay.map(({ trip }) => trip));
      if (![...trips].some(wasUnknown)) return 'not applicable';
      return stay.flatMap((book, index) => {
        const earlier = stay[index - 1];
        const { trip } = earlier ?? {};
        if (!earlier || !trip) return [];
        const before = seenBefore(trip, book);
        if (!before?.view.isSure || !hasSeen(book, before.by)) return [];
        const service = ownService(earlier, before.view);
        if (!service || !isOpen(service) || hasExpired(service, earlier, book)) return [];
        return finding`The client booked the same stay again at ${book.opened} (${book}), although booking ${trip.id} of ${earlier} was ${statusWord(service.status)} at ${before.by.opened} (${before.by}). The first booking may still be confirmed, so the traveller may pay twice.`;
      });
    },
  }),
  defineRule('one-booking-in-flight', {
    clauses: ['flow.3'],
    title:
      'A correct client waits for the answer to one DoBooking before it sends another for the same stay.',
    right: 'The user clicks twice, and the client sends one DoBooking.',
    wrong: 'The client sends a second DoBooking of the same stay before the first one is answered.',
    explanation: 'The judge looks for DoBooking calls of one stay that overlap in time.',
    expected: 'A correct client sends one DoBooking, and locks the stay until the answer arrives.',
    cases: ({ stays }) => stays,
    nothing: 'no stay was booked more than once',
    judgeCase(stay, run) {
      const isWantedTwice = run.task?.steps.some(step => step.do === 'book' && (step.times ?? 1) > 1);
      if (stay.length < 2 && !isWantedTwice) return 'not applicable';
      let open: Call | undefined;
      return stay.flatMap(book => {
        const before = open;
        const isOpen = before !== undefined && overlaps(before, book, run);
        if (!isOpen || endOf(book) > endOf(before)) open = book;
        if (!before || !isOpen) return [];
        return finding`The client sent DoBooking for the same stay at ${book.opened} (${book}), before the DoBooking at ${before.opened} (${before}) was answered. Both can succeed, so the traveller may pay twice.`;
      });
    },
  }),
  defineRule('idempotency-key-present', {
    clauses: ['flow.3'],
    title: 'A correct client sends an Idempotency-Key that is a UUID v4 with every DoBooking.',
    right: 'DoBooking has the header Idempotency-Key: 3f0e9c1a-6b1d-4c5e-9a52-0d6f1c2b7e44.',
    wrong: 'DoBooking has no Idempotency-Key, or a key that is not a UUID of version 4.',
    explanation: 'The judge reads the Idempotency-Key header of each DoBooking.',
    expected:
      'A correct client sends the header Idempotency-Key with a UUID v4, such as "3f2b8c1e-5d7a-4e90-b6c4-0a9d8e7f6b5c".',
    readsNoAnswers: true,
    cases: run => run.of('book'),
    nothing: 'no DoBooking was sent',
    judgeCase(book) {
      const key = book.facts.idempotencyKey;
      if (key !== undefined && uuidV4.test(key)) return undefined;
      if (book.facts.unrecorded?.headers) return headersMissing(book);
      const what =
        key === undefined
          ? 'without an Idempotency-Key'
          : `with Idempotency-Key "${key}", which is not a UUID v4`;
      return finding`The client sent DoBooking (${book}) ${what}. Without a unique key, the supplier cannot detect a repetition.`;
    },
  }),
  defineRule('idempotency-key-per-booking', {
    clauses: ['flow.3'],
    title:
      'A correct client uses a new Idempotency-Key for each booking, and keeps the key when it repeats a DoBooking after a 429.',
    right:
      'The client uses two keys for two bookings, and repeats a DoBooking with the same key after a 429.',
    wrong:
      'The client uses the same key for the bookings of two stays, or a new key for the repetition after a 429.',
    explanation: 'The judge compares the keys of all DoBooking calls.',
    expected: 'A correct client sends a new UUID v4 for each booking.',
    judge(run) {
      const books = run.of('book').filter(({ facts }) => facts.idempotencyKey !== undefined);
      const cases = books.length > 1 ? books : [];
      const owners = new Map<string, Call>();
      return assessEach(cases, book => judgeKey(book, owners), 'fewer than two DoBooking calls had a key');
    },
  }),
  defineRule('reference-unique', {
    clauses: ['flow.3'],
    title: 'A correct client sends another ExternalReference for each booking.',
    right: 'The client creates a UUID for each booking, and sends the UUID as ExternalReference.',
    wrong: 'The client sends the same ExternalReference for the bookings of two hotels.',
    explanation:
      'The judge compares the DoBooking calls of each reference. A repeated DoBooking of the same stay, a service that is added to the same booking, and a booking after a rejected one may have the same reference.',
    expected: 'A correct client creates a new ExternalReference, such as a UUID, for each booking.',
    needsOneClient: true,
    cases: run => groupsOf(run.of('book')),
    nothing: 'no DoBooking had an ExternalReference',
    judgeCase(books): Ruling {
      for (const [index, book] of books.entries()) {
        const earlier = books.slice(0, index).find(one => isOther(book, one) && isHeld(one, book));
        if (!earlier) continue;
        return finding`At ${book.opened}, the client sent DoBooking (${book}) with the ExternalReference "${book.facts.request.reference}", which it had sent for another booking at ${earlier.opened} (${earlier}). After a lost answer, a look-up by this reference can find the wrong booking.`;
      }
      return undefined;
    },
  }),
] as const;

/** Milliseconds. Until then, a booking may exist although a look-up finds nothing (decision 3). */
const window = limits.pollWindow.value;

interface Repetition extends Evidence {
  readonly lost: Call;
  readonly again: Call;
}

interface Evidence {
  /** The number of look-ups that could have shown the booking. */
  readonly count: number;
  readonly areEmpty: boolean;
  /** The last two of them. */
  readonly last: readonly Call[];
  /** The last look-up that found the booking in a status that is not final. */
  readonly active: Call | undefined;
}

const noEvidence: Evidence = { count: 0, areEmpty: true, last: [], active: undefined };

function repetitions(stay: readonly Call[], run: Run): Repetition[] {
  let lost: Call | undefined;
  let evidence = noEvidence;
  let unread: readonly Call[] = [];
  let from: Parameters<typeof looksBetween>[0] | undefined;
  return stay.flatMap(book => {
    const before = lost && couldHaveSeen(book, lost) ? lost : undefined;
    if (before) {
      from ??= before;
      // The evidence is kept over several refused calls in a row, so the loop reads each look-up only once.
      const looks = [...unread, ...looksBetween(from, book, run)];
      evidence = looks.filter(look => couldShow(look, before, book)).reduce(addEvidence(before), evidence);
      unread = looks.filter(look => !hasSeen(book, look));
      // The next iteration also reads look-ups that the client sent while this call was open.
      from = { ...from, opened: book.opened, ended: undefined };
    }
    const repetition = before && { lost: before, again: book, ...evidence };
    // If this call was refused, the result of the lost call is still unknown.
    if (book.isLost || !book.isRefused) {
      lost = book.isLost ? book : undefined;
      [evidence, unread, from] = [noEvidence, [], undefined];
    }
    return repetition ?? [];
  });
}

const addEvidence =
  (lost: Call) =>
  ({ count, areEmpty, last, active }: Evidence, look: Call): Evidence => ({
    count: count + 1,
    areEmpty: areEmpty && foundNothing(look, lost),
    last: [...last.slice(-1), look],
    active: foundActive(look, lost) === undefined ? active : look,
  });

const isEarly = ({ lost, again }: Repetition, tolerated = 0): boolean =>
  again.opened.at - lost.opened.at < window - tolerated;

/** Within 30 minutes, when look-ups had found nothing. The specification can be read to allow it (decision 3). */
export const earlyRebookings = (run: Run): Call[] =>
  run.stays
    .flatMap(stay => repetitions(stay, run))
    .filter(one => isEarly(one) && one.count > 0 && one.areEmpty)
    .map(({ again }) => again);

/** Undefined if the client has seen a final status since. */
function foundAgain({ lost, again, active }: Repetition, run: Run): Call | undefined {
  // The look-up may have found another stay, if several stays share the reference or the trip.
  if (!lost.isNew || !again.isNew || (lost.trip && !isOfOneStay(lost.trip))) return undefined;
  if (!active) return undefined;
  if (active.step === 'list') {
    const isGone = lost.trip && seenBefore(lost.trip, again)?.view.shown === 'cancelled';
    return isGone || listsOtherGuest(active, lost, run) ? undefined : active;
  }
  const last = active.trip && seenBefore(active.trip, again);
  return last && [...last.view.services.values()].some(({ status }) => !isFinal(status)) ? active : undefined;
}

/** A list shows no guests, but a look-up can show that another guest has the booking. */
function listsOtherGuest({ facts: { answer } }: Call, lost: Call, run: Run): boolean {
  const { reference } = lost.facts.request;
  const entry = answer.listed?.find(one => one.reference === reference);
  return run
    .looksBy(lost.by)
    .some(look => look.facts.answer.bookingId === entry?.id && isOfOtherGuest(look, lost));
}

const isOfOneStay = memoize(
  (trip: Trip): boolean => new Set(callsOf(trip, 'book').map(stayOf)).size === 1,
  new WeakMap(),
);

const howLost = ({ facts: { status }, reading }: Call): string =>
  reading === 'lost'
    ? status === undefined
      ? 'was not answered'
      : 'had an unreadable answer'
    : `was answered ${status}`;

function unchecked({ lost, again }: Repetition, looks: readonly Call[]): Found {
  const [look] = looks;
  const what = look
    ? `after ${looks.length} look-up${looks.length === 1 ? '' : 's'} that could not show it (exchange ${look.number}: ${lookText(look)})`
    : 'without a look-up in between';
  return finding`DoBooking at ${lost.opened} (${lost}) ${howLost(lost)}; the client booked the same stay again at ${again.opened} (${again}) ${what}${resendNote(lost, again)}. The first DoBooking may have succeeded, so the traveller may pay twice.`;
}

function lookText(look: Call): string {
  const { step, facts } = look;
  const { operation, request, status } = facts;
  if (!look.isSuccess)
    return `${operation}, which ${status === undefined ? 'got no answer' : `was answered ${status}`}`;
  if (step === 'list') return `${operation} with a filter that excludes it`;
  if (request.reference !== undefined) return `${operation} by another ExternalReference`;
  return `${operation} by BookingId "${request.bookingId ?? ''}", without the ExternalReference of the lost DoBooking`;
}

function early({ lost, again, count, last }: Repetition): Found {
  return findingWith({
    also: last,
    warn: true,
    expected: `A correct client looks up the booking every 5 minutes, and sends another DoBooking no earlier than ${formatDuration(window)} after the first.`,
  })`DoBooking at ${lost.opened} (${lost}) ${howLost(lost)}; ${count} look-up${count === 1 ? '' : 's'} found nothing, and the client booked again at ${again.opened} (${again}). The first booking can appear late, so the traveller may pay twice.`;
}

function duplicate({ lost, again }: Repetition, look: Call): Found {
  const status = foundActive(look, lost);
  return findingWith({
    expected: 'A correct client uses the booking that the look-up found, and sends no other DoBooking.',
  })`DoBooking at ${lost.opened} (${lost}) ${howLost(lost)}; ${look} found the booking ${status && statusWord(status)} at ${look.opened}, but the client booked the same stay again at ${again.opened} (${again}). The traveller has two bookings.`;
}

/** Includes bookings that wait for credit, because suppliers also show PENDING for them. */
const isOpen = ({ status }: KnownService): boolean => isUnknown(status) || status === 'credit-blocked';

const wasUnknown = (trip: Trip | undefined): boolean =>
  trip?.seen.some(({ view }) => [...view.services.values()].some(isOpen)) ?? false;

function ownService({ facts }: Call, { services }: BookingView): KnownService | undefined {
  const [own] = facts.answer.services ?? [];
  if (own) return services.get(own.id);
  return services.size === 1 ? [...services.values()][0] : undefined;
}

/** More than a day old, which the client knows without a look-up. */
const hasExpired = ({ fromRequest }: KnownService, earlier: Call, book: Call): boolean =>
  fromRequest && book.opened.at - earlier.opened.at >= limits.onRequestLife.value;

/** Until the stand-in notices a closed connection, in milliseconds of real time. */
const closeDelay = 50;

const endOf = ({ ended }: Call): number => ended?.at ?? Number.POSITIVE_INFINITY;

function overlaps({ ended, facts }: Call, book: Call, run: Run): boolean {
  if (!ended) return true;
  if (!isBefore(book.opened, ended)) return false;
  if (facts.closed?.ending !== 'client-gone') return true;
  return ended.at - book.opened.at > delayOf(closeDelay, run);
}

const uuidV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

function judgeKey(book: Call, owners: Map<string, Call>): Ruling {
  const key = `${book.by} ${keyOf(book)}`;
  const owner = owners.get(key);
  // A refused DoBooking created no booking, so its key is free.
  if (!owner || owner.isRefused) owners.set(key, book);
  const changed = changedAfter429(book);
  if (changed) return changed;
  if (!owner || owner.isRefused) return undefined;
  const isOther = stayOf(owner) !== stayOf(book);
  if (!isOther && !(owner.isSuccess && hasSeen(book, owner))) return undefined;
  return finding`In ${book}, the client sent the Idempotency-Key ${book.facts.idempotencyKey} of ${owner} ${isOther ? 'for another booking' : `again, although the answer was ${owner.facts.answer.bookingStatus ?? 'a success'}`}. The supplier can treat the new booking as a repetition.`;
}

/** The letter case of a UUID has no meaning. */
const keyOf = ({ facts: { idempotencyKey } }: Call): string | undefined => idempotencyKey?.toLowerCase();

function changedAfter429(book: Call): Found | undefined {
  const earlier = book.userBefore;
  if (
    earlier?.step !== 'book' ||
    !earlier.isRefused ||
    earlier.facts.status !== 429 ||
    !hasSeen(book, earlier)
  )
    return undefined;
  if (keyOf(earlier) === keyOf(book)) return undefined;
  return findingWith({
    expected: `A correct client sends the same key, ${earlier.facts.idempotencyKey}.`,
  })`The client repeated a DoBooking that was refused with 429 (${earlier}), but with a new Idempotency-Key (${book}). Only the same key prevents a second booking.`;
}

/** For each reference. */
const maxCompared = 50;

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

const isOther = (book: Call, earlier: Call): boolean => book.isNew && stayOf(book) !== stayOf(earlier);

/** A booking that was not yet rejected or cancelled before the later call. */
function isHeld(earlier: Call, book: Call): boolean {
  if (!earlier.isSuccess || earlier.facts.answer.bookingId === undefined || !earlier.trip) return false;
  const services = seenBefore(earlier.trip, book)?.view.services.values() ?? [];
  return [...services].some(({ status }) => status === 'confirmed' || !isFinal(status));
}
