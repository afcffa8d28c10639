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
  formatTime,
  foundNothing,
  foundStanding,
  hasSeen,
  type Inconclusive,
  inWords,
  isLost,
  isNew,
  isRefused,
  looksBetween,
  resentBy,
  seenBefore,
  stayOf,
  type Traffic,
  type Trip,
  tolerance,
  wordOf,
} from '../assess/index.ts';

/** How long a booking may take to show up, so that an earlier empty look does not say that it never was made (decision 3). */
const window = limits.pollWindow.value;

/** After a DoBooking whose answer was lost, a look comes before another one. */
export const noBlindRebooking = defineRule({
  id: 'no-blind-rebooking',
  level: 'must',
  clauses: ['flow.3'],
  title:
    'Looks for the booking before it sends DoBooking again after no answer, a 5xx or an answer it could not read.',
  right:
    'DoBooking gets no answer; GetBooking by ExternalReference finds the booking, or nothing for 30 minutes.',
  wrong: 'DoBooking gets no answer, a 5xx or one that cannot be read, and is sent again without a look-up.',
  explanation:
    'what lies between two DoBooking of one stay; a second one after an empty look-up but before 30 minutes is a warning',
  cases: traffic => traffic.stays,
  nothing: 'no answer of a DoBooking was lost',
  judgeCase(stay, context, traffic) {
    if (!stay.some(isLost)) return 'not applicable';
    const found: Finding[] = [];
    let isUntold = false;
    for (const one of repetitions(stay, traffic)) {
      const standing = foundAgain(one);
      if (one.count === 0) found.push(blind(one.lost, one.again));
      else if (standing) found.push(knowing(one, standing));
      else if (one.areEmpty && isEarly(one, tolerance(window, context))) {
        // How long its client waited nobody knows there.
        if (clockOf(context).mode === 'per-poll') isUntold = true;
        else found.push(asWarning(early(one)));
      }
    }
    return found.length === 0 && isUntold ? perPoll : found;
  },
});

const perPoll: Inconclusive = {
  inconclusive: "on a per-poll clock the time between two calls is not the client's",
};

/** A DoBooking that was sent while an earlier one of the stay was lost, and what the looks between had told of that. */
interface Repetition extends Evidence {
  readonly lost: Call;
  readonly again: Call;
}

/** What looks have told of a DoBooking that was lost. */
interface Evidence {
  /** How many of them could tell. */
  readonly count: number;
  /** None of them found anything. */
  readonly areEmpty: boolean;
  /** The last two. */
  readonly last: readonly Call[];
  /** The last one that found the booking standing. */
  readonly standing: Call | undefined;
}

const noEvidence: Evidence = { count: 0, areEmpty: true, last: [], standing: undefined };

function repetitions(stay: readonly Call[], traffic: Traffic): Repetition[] {
  let lost: Call | undefined;
  let told = noEvidence;
  let untold: readonly Call[] = [];
  let from: Parameters<typeof looksBetween>[0] | undefined;
  return stay.flatMap(book => {
    const before = lost && couldHaveSeen(book, lost) ? lost : undefined;
    if (before) {
      from ??= before;
      // Several that were refused one after the other share what was told before: each look is read once.
      const looks = [...untold, ...looksBetween(from, book, traffic)];
      told = looks.filter(look => couldShow(look, before, book)).reduce(addEvidence(before), told);
      untold = looks.filter(look => !hasSeen(book, look));
      // Also what was sent while this one was under way has not been read.
      from = { ...from, opened: book.opened, ended: undefined };
    }
    const repetition = before && { lost: before, again: book, ...told };
    // One that was refused before all else leaves open what came of the one before.
    if (isLost(book) || !isRefused(book)) {
      lost = isLost(book) ? book : undefined;
      [told, untold, from] = [noEvidence, [], undefined];
    }
    return repetition ?? [];
  });
}

const addEvidence =
  (lost: Call) =>
  ({ count, areEmpty, last, standing }: Evidence, look: Call): Evidence => ({
    count: count + 1,
    areEmpty: areEmpty && foundNothing(look, lost),
    last: [...last.slice(-1), look],
    standing: foundStanding(look, lost) === undefined ? standing : look,
  });

const isEarly = ({ lost, again }: Repetition, tolerated = 0): boolean =>
  again.opened.at - lost.opened.at < window - tolerated;

/** DoBookings that were sent again within the 30 minutes, after looks that found nothing: another reading (decision 3). */
export const earlyRebookings = (traffic: Traffic): Call[] =>
  traffic.stays
    .flatMap(stay => repetitions(stay, traffic))
    .filter(one => isEarly(one) && one.count > 0 && one.areEmpty)
    .map(({ again }) => again);

/** The last look that found the booking as standing, unless the client has seen it otherwise since. */
function foundAgain({ lost, again, standing }: Repetition): Call | undefined {
  // A reference that several stays share, or a trip with other services, tells of those as well.
  if (!isNew(lost) || !isNew(again) || (lost.trip && !isOfOneStay(lost.trip))) return undefined;
  if (!standing || standing.step === 'list') return standing;
  const last = standing.trip && seenBefore(standing.trip, again);
  return last && [...last.sight.services.values()].some(({ status }) => !isFinal(status))
    ? standing
    : undefined;
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
      : 'had an answer that nobody could read'
    : `was answered ${status}`;

function blind(lost: Call, again: Call): Finding {
  const [first, second] = formatTime(lost.opened.at, again.opened.at);
  return finding([lost, again], {
    message: `DoBooking at ${first} (exchange ${lost.number}) ${howLost(lost)}; exchange ${again.number} books the same stay at ${second} without a look in between${resentBy(lost, again)}.`,
    expected: 'GetBooking by the ExternalReference, or GetBookingList, before another DoBooking.',
  });
}

function early({ lost, again, count, last }: Repetition): Finding {
  const [first, second] = formatTime(lost.opened.at, again.opened.at);
  return finding([lost, ...last, again], {
    message: `DoBooking at ${first} (exchange ${lost.number}) ${howLost(lost)}; ${count} look${count === 1 ? '' : 's'} found nothing, and exchange ${again.number} books again at ${second}. A booking can show late.`,
    expected: `A look every 5 minutes, and another DoBooking ${inWords(window)} after the first at the earliest.`,
  });
}

function knowing({ lost, again }: Repetition, look: Call): Finding {
  const [first, seen, second] = formatTime(lost.opened.at, look.opened.at, again.opened.at);
  const status = foundStanding(look, lost);
  return finding([lost, look, again], {
    message: `DoBooking at ${first} (exchange ${lost.number}) ${howLost(lost)}; exchange ${look.number} found its booking ${status && wordOf(status)} at ${seen}, and exchange ${again.number} books the same stay again at ${second}.`,
    expected: 'The booking that was found, and no other DoBooking.',
  });
}
