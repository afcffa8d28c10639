import { formatTimeSpan, isFinal, type ServiceStatus, utcDate } from '#contracts';
import type { ListFilter } from '#contracts/exchange';
import { type Call, hasSeen, isGood } from './call.ts';
import { statusIn } from './status.ts';

/** Stamps of the supplier have whole seconds. */
const second = 1_000;

/**
 * Whether the answer to a look can have told, before another call was sent, what became of a DoBooking that was lost: a look
 * that leaves its booking out is none.
 */
export function couldShow(look: Call, lost: Call, later: Call): boolean {
  if (!isGood(look) || !hasSeen(later, look)) return false;
  const own = lost.facts.request;
  const { reference, bookingId, filter } = look.facts.request;
  if (look.step === 'list') return !filter || canHold(filter, { lost, look });
  if (reference !== undefined) return own.reference === reference;
  // A new booking's own id nobody can know whose answer was lost, unless a look has found it.
  return bookingId !== undefined && (isNew(lost) ? lost.trip?.id === bookingId : own.bookingId === bookingId);
}

/** Whether a DoBooking begins a booking, and adds to none. */
export const isNew = ({ facts: { request } }: Call): boolean =>
  request.bookingId === undefined || request.bookingId === '0';

/** Whether nothing that a look gave can be the booking of a lost DoBooking. */
export function foundNothing(look: Call, { facts: { request } }: Call): boolean {
  const { found, listed } = look.facts.answer;
  if (found === 0) return true;
  // Of a longer list the rest is not known.
  if (look.step !== 'list' || !listed || listed.length !== found || request.reference === undefined)
    return false;
  return listed.every(({ reference }) => reference !== undefined && reference !== request.reference);
}

/** The status of the booking of a lost DoBooking that a look has found standing; undefined where it has not. */
export function foundStanding(look: Call, { facts: { request } }: Call): ServiceStatus | undefined {
  const { answer } = look.facts;
  const entry =
    look.step === 'list'
      ? answer.listed?.find(({ reference }) => reference !== undefined && reference === request.reference)
      : answer.found === 1
        ? answer
        : undefined;
  const status = statusIn(entry?.bookingStatus, entry?.label);
  return status === undefined || isFinal(status) ? undefined : status;
}

/** Whether a list with some criteria can hold what a DoBooking has booked. Whom else it is for, its facts do not tell. */
function canHold(filter: ListFilter, { lost, look }: { lost: Call; look: Call }): boolean {
  const { ids, reference, statuses, products, dates = {} } = filter;
  const own = lost.facts.request;
  const start = own.start ?? lost.search?.facts.request.start;
  const ended = lost.ended ?? lost.opened;
  const isStay = lost.product === 'hotel';
  return (
    (!ids || ids.some(id => id === own.bookingId || id === lost.trip?.id)) &&
    (reference === undefined || reference === own.reference) &&
    (!statuses || statuses.some(isStanding)) &&
    (!products || lost.product === undefined || products.includes(lost.product)) &&
    (!isStay || isWithin(start, dates.CheckinDateFrom, dates.CheckinDateTo)) &&
    isWithin(start, dates.InitialServiceDate, dates.FinalServiceDate) &&
    isWithin(utcDate(ended.at), dates.InitialBookingDate) &&
    isWithin(utcDate(lost.opened.at), undefined, dates.FinalBookingDate) &&
    isWithin(formatTimeSpan(look.opened.at + second), dates.UpdatedFrom) &&
    isWithin(formatTimeSpan(lost.opened.at), undefined, dates.UpdatedTo)
  );
}

function isStanding(word: string): boolean {
  const status = statusIn(word);
  return status === undefined || !isFinal(status);
}

/** Whether a date is none that a range leaves out; all forms sort as text. */
const isWithin = (date: string | undefined, from = '', to = '\uFFFF'): boolean =>
  date === undefined || (date >= from && date <= to);
