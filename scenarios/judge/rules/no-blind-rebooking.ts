import { isFinal, limits } from '#contracts';
import {
  asWarning,
  type Call,
  clockOf,
  couldHaveSeen,
  couldShow,
  defineRule,
  type Finding,
  finding,
  formatDuration,
  formatTime,
  foundActive,
  foundNothing,
  hasSeen,
  type Inconclusive,
  isLost,
  isNew,
  isOfOtherGuest,
  isRefused,
  isSuccess,
  looksBetween,
  resendNote,
  seenBefore,
  statusWord,
  stayOf,
  type Traffic,
  type Trip,
  tolerance,
} from '../assess/index.ts';

/**
 * The time that a booking may take to appear in look-ups, in milliseconds. If a look-up within this time finds nothing, the
 * booking may still exist (decision 3).
 */
const window = limits.pollWindow.value;

export const noBlindRebooking = defineRule({
  id: 'no-blind-rebooking',
  level: 'must',
  clauses: ['flow.3'],
  title:
    'A correct client looks for the booking before it repeats a DoBooking that got no answer, a 5xx or an unreadable answer.',
  right:
    'DoBooking gets no answer. The client looks for the booking by ExternalReference until it finds the booking or 30 minutes have passed.',
  wrong:
    'DoBooking gets no answer, a 5xx or an unreadable answer, and the client repeats DoBooking without a look-up.',
  explanation:
    'The judge reads the look-ups between two DoBooking calls of one stay. If they find nothing, a second DoBooking less than 30 minutes after the first is a warning.',
  cases: traffic => traffic.stays,
  nothing: 'no answer to a DoBooking was lost',
  judgeCase(stay, context, traffic) {
    if (!stay.some(isLost)) return 'not applicable';
    const found: Finding[] = [];
    let isUndecided = false;
    for (const one of repetitions(stay, traffic)) {
      const active = foundAgain(one, traffic);
      if (one.count === 0) found.push(unchecked(one, looksBetween(one.lost, one.again, traffic)));
      else if (active) found.push(duplicate(one, active));
      else if (one.areEmpty && isEarly(one, tolerance(window, context))) {
        // With a clock in the mode `per-poll`, the traffic does not show how long the client waited.
        if (clockOf(context).mode === 'per-poll') isUndecided = true;
        else found.push(asWarning(early(one)));
      }
    }
    return found.length === 0 && isUndecided ? perPoll : found;
  },
});

const perPoll: Inconclusive = {
  inconclusive: 'a per-poll clock does not show how long the client waited between two calls',
};

/** A DoBooking that repeats a lost DoBooking of the same stay, with the evidence from the look-ups between the two. */
interface Repetition extends Evidence {
  readonly lost: Call;
  readonly again: Call;
}

/** The information about a lost DoBooking that the client received from look-ups. */
interface Evidence {
  /** The number of look-ups that could have shown the booking. */
  readonly count: number;
  /** Whether all look-ups found nothing. */
  readonly areEmpty: boolean;
  /** The last two look-ups that could have shown the booking. */
  readonly last: readonly Call[];
  /** The last look-up that found the booking in a status that is not final. */
  readonly active: Call | undefined;
}

const noEvidence: Evidence = { count: 0, areEmpty: true, last: [], active: undefined };

function repetitions(stay: readonly Call[], traffic: Traffic): Repetition[] {
  let lost: Call | undefined;
  let evidence = noEvidence;
  let unread: readonly Call[] = [];
  let from: Parameters<typeof looksBetween>[0] | undefined;
  return stay.flatMap(book => {
    const before = lost && couldHaveSeen(book, lost) ? lost : undefined;
    if (before) {
      from ??= before;
      // The evidence is kept over several refused calls in a row, so the loop reads each look-up only once.
      const looks = [...unread, ...looksBetween(from, book, traffic)];
      evidence = looks.filter(look => couldShow(look, before, book)).reduce(addEvidence(before), evidence);
      unread = looks.filter(look => !hasSeen(book, look));
      // The next iteration also reads look-ups that the client sent while this call was open.
      from = { ...from, opened: book.opened, ended: undefined };
    }
    const repetition = before && { lost: before, again: book, ...evidence };
    // If this call was refused, the result of the lost call is still unknown.
    if (isLost(book) || !isRefused(book)) {
      lost = isLost(book) ? book : undefined;
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

/**
 * Returns each DoBooking that the client sent within 30 minutes after a lost DoBooking, when look-ups had found nothing. The
 * specification can be read to allow such a DoBooking (decision 3).
 */
export const earlyRebookings = (traffic: Traffic): Call[] =>
  traffic.stays
    .flatMap(stay => repetitions(stay, traffic))
    .filter(one => isEarly(one) && one.count > 0 && one.areEmpty)
    .map(({ again }) => again);

/** Returns the last look-up that found the booking, unless the client has seen a final status since. */
function foundAgain({ lost, again, active }: Repetition, traffic: Traffic): Call | undefined {
  // The look-up may have found another stay, if several stays share the reference or the trip.
  if (!isNew(lost) || !isNew(again) || (lost.trip && !isOfOneStay(lost.trip))) return undefined;
  if (active?.step === 'list') return listsOtherGuest(active, lost, traffic) ? undefined : active;
  if (!active) return undefined;
  const last = active.trip && seenBefore(active.trip, again);
  return last && [...last.view.services.values()].some(({ status }) => !isFinal(status)) ? active : undefined;
}

/** Returns whether a list shows the reference of a lost DoBooking, but a look-up shows that another guest has this booking. */
function listsOtherGuest({ facts: { answer } }: Call, lost: Call, traffic: Traffic): boolean {
  const { reference } = lost.facts.request;
  const entry = answer.listed?.find(one => one.reference === reference);
  return traffic
    .looksBy(lost.by)
    .some(look => look.facts.answer.bookingId === entry?.id && isOfOtherGuest(look, lost));
}

const oneStay = new WeakMap<Trip, boolean>();

function isOfOneStay(trip: Trip): boolean {
  const known = oneStay.get(trip);
  if (known !== undefined) return known;
  const stays = new Set(trip.events.flatMap(({ call }) => (call.step === 'book' ? stayOf(call) : [])));
  oneStay.set(trip, stays.size === 1);
  return stays.size === 1;
}

const howLost = ({ facts: { status }, reading }: Call): string =>
  reading === 'lost'
    ? status === undefined
      ? 'was not answered'
      : 'had an unreadable answer'
    : `was answered ${status}`;

function unchecked({ lost, again }: Repetition, looks: readonly Call[]): Finding {
  const [first, second] = formatTime(lost.opened.at, again.opened.at);
  const [look] = looks;
  const what = look
    ? `after ${looks.length} look-up${looks.length === 1 ? '' : 's'} that could not show it (exchange ${look.number}: ${lookText(look)})`
    : 'without a look-up in between';
  return finding([lost, again], {
    message: `DoBooking at ${first} (exchange ${lost.number}) ${howLost(lost)}; the client booked the same stay again at ${second} (exchange ${again.number}) ${what}${resendNote(lost, again)}. The first DoBooking may have succeeded, so the traveller may pay twice.`,
    expected:
      'A correct client sends GetBooking by the ExternalReference, or GetBookingList, before another DoBooking.',
  });
}

/** Describes why a look-up did not show a lost booking. */
function lookText(look: Call): string {
  const { step, facts } = look;
  const { operation, request, status } = facts;
  if (!isSuccess(look))
    return `${operation}, which ${status === undefined ? 'got no answer' : `was answered ${status}`}`;
  if (step === 'list') return `${operation} with a filter that excludes it`;
  if (request.reference !== undefined) return `${operation} by another ExternalReference`;
  return `${operation} by BookingId "${request.bookingId ?? ''}", without the ExternalReference of the lost DoBooking`;
}

function early({ lost, again, count, last }: Repetition): Finding {
  const [first, second] = formatTime(lost.opened.at, again.opened.at);
  return finding([lost, ...last, again], {
    message: `DoBooking at ${first} (exchange ${lost.number}) ${howLost(lost)}; ${count} look-up${count === 1 ? '' : 's'} found nothing, and the client booked again at ${second} (exchange ${again.number}). The first booking can appear late, so the traveller may pay twice.`,
    expected: `A correct client looks up the booking every 5 minutes, and sends another DoBooking no earlier than ${formatDuration(window)} after the first.`,
  });
}

function duplicate({ lost, again }: Repetition, look: Call): Finding {
  const [first, seen, second] = formatTime(lost.opened.at, look.opened.at, again.opened.at);
  const status = foundActive(look, lost);
  return finding([lost, look, again], {
    message: `DoBooking at ${first} (exchange ${lost.number}) ${howLost(lost)}; exchange ${look.number} found the booking ${status && statusWord(status)} at ${seen}, but the client booked the same stay again at ${second} (exchange ${again.number}). The traveller has two bookings.`,
    expected: 'A correct client uses the booking that the look-up found, and sends no other DoBooking.',
  });
}
