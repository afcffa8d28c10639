import { limits } from '../limits.ts';
import type { JudgeContext } from './context.ts';
import { asWarning, type Finding, finding, noCase, overEach } from './opinion.ts';
import { resentBy } from './resent.ts';
import { defineRule } from './rule.ts';
import { inWords, tell, tolerance } from './time.ts';
import { type Call, couldKnow, isGood, isLost, isRefused } from './traffic/call.ts';
import { looksBetween } from './traffic/looks.ts';
import type { Traffic } from './traffic.ts';

/** How long a booking may take to show up, so that an earlier empty look does not say that it never was made (decision 7). */
const window = limits.pollWindow.value;

/** After a DoBooking whose answer was lost, a look comes before another one. */
export const noBlindRebooking = defineRule({
  id: 'no-blind-rebooking',
  level: 'must',
  clauses: ['flow.3'],
  title:
    'Looks for the booking before it sends DoBooking again after no answer, a 5xx or an answer it could not read.',
  judge: (traffic, context) =>
    overEach(traffic.stays, stay => judgeStay(stay, traffic, context), 'no answer of a DoBooking was lost'),
});

function judgeStay(
  stay: readonly Call[],
  traffic: Traffic,
  context: JudgeContext,
): Finding[] | typeof noCase {
  if (!stay.some(isLost)) return noCase;
  return repetitions(stay).flatMap(({ lost, again }) => {
    const looks = looksFor(lost, again, traffic);
    if (looks.length === 0) return [blind(lost, again)];
    const isEarly = again.opened.at - lost.opened.at < window - tolerance(window, context);
    return isEarly && looks.every(foundNothing) ? [asWarning(early(lost, again, looks))] : [];
  });
}

interface Repetition {
  readonly lost: Call;
  readonly again: Call;
}

/** Each DoBooking that was sent while an earlier one of the stay was lost. */
function repetitions(stay: readonly Call[]): Repetition[] {
  let lost: Call | undefined;
  return stay.flatMap(book => {
    const before = lost && couldKnow(book, lost) ? lost : undefined;
    // One that was refused before all else leaves open what came of the one before.
    if (isLost(book)) lost = book;
    else if (!isRefused(book)) lost = undefined;
    return before ? [{ lost: before, again: book }] : [];
  });
}

/** The looks between two DoBookings whose answers can have told of the first. */
const looksFor = (lost: Call, again: Call, traffic: Traffic): Call[] =>
  looksBetween(lost, again, traffic).filter(look => isGood(look) && isAbout(look, lost));

function isAbout(look: Call, lost: Call): boolean {
  if (look.step === 'list') return true;
  const { reference, bookingId } = look.facts.request;
  const own = lost.facts.request;
  if (reference !== undefined) return own.reference === undefined || own.reference === reference;
  // By an id only what a list or an earlier look has told of can be looked at.
  return own.bookingId === bookingId || look.trip === lost.trip || own.bookingId === '0';
}

const foundNothing = (look: Call): boolean => look.facts.answer.found === 0;

/** DoBookings that were sent again within the 30 minutes, after looks that found nothing: another reading (decision 7). */
export const earlyRebookings = (traffic: Traffic): Call[] =>
  traffic.stays.flatMap(stay =>
    repetitions(stay).flatMap(({ lost, again }) => {
      const looks = looksFor(lost, again, traffic);
      const isEarly = again.opened.at - lost.opened.at < window;
      return isEarly && looks.length > 0 && looks.every(foundNothing) ? [again] : [];
    }),
  );

const howLost = ({ facts: { status }, reading }: Call): string =>
  reading === 'lost'
    ? status === undefined
      ? 'was not answered'
      : 'had an answer that nobody could read'
    : `was answered ${status}`;

function blind(lost: Call, again: Call): Finding {
  const [first, second] = tell(lost.opened.at, again.opened.at);
  return finding([lost, again], {
    message: `DoBooking at ${first} (exchange ${lost.number}) ${howLost(lost)}; exchange ${again.number} books the same stay at ${second} without a look in between${resentBy(lost, again)}.`,
    expected: 'GetBooking by the ExternalReference, or GetBookingList, before another DoBooking.',
  });
}

function early(lost: Call, again: Call, looks: readonly Call[]): Finding {
  const [first, second] = tell(lost.opened.at, again.opened.at);
  return finding([lost, ...looks.slice(-2), again], {
    message: `DoBooking at ${first} (exchange ${lost.number}) ${howLost(lost)}; ${looks.length} look${looks.length === 1 ? '' : 's'} found nothing, and exchange ${again.number} books again at ${second}. A booking can show late.`,
    expected: `A look every 5 minutes, and another DoBooking ${inWords(window)} after the first at the earliest.`,
  });
}
