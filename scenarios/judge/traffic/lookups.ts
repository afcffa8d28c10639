import { endOfDay, formatTimeSpan, isFinal, limits, type ServiceStatus, utcDate } from '#contracts';
import type { ListFilter } from '#contracts/exchange';
import { type Call, countBefore, hasSeen, isBefore, isOfOtherGuest, requestKey, statusIn } from './call.ts';
import type { Traffic } from './traffic.ts';

/** With the credential of the first call, after its end and before the last call. Lists are included. */
export function looksBetween(
  first: Pick<Call, 'by' | 'opened' | 'ended'>,
  last: Call,
  traffic: Traffic,
): Call[] {
  const looks = traffic.looksBy(first.by);
  const from = countBefore(looks, ({ opened }) => isBefore(opened, first.ended ?? first.opened));
  return looks.slice(
    from,
    countBefore(looks, ({ number }) => number < last.number),
  );
}

/** Without a DoBooking, the last conditions. */
export function bookedConditions(traffic: Traffic): Call[] {
  const booked = traffic.of('book').flatMap(({ issuer }) => (issuer?.step === 'conditions' ? [issuer] : []));
  if (booked.length > 0) return booked;
  const last = traffic.of('conditions').findLast(call => call.isSuccess);
  return last ? [last] : [];
}

/** Milliseconds of real time after a broken connection. */
const withoutWait = 20;

/** The traffic cannot show whether a loop of the client or its HTTP library repeated the call at once, so the note names both. */
export function resendNote(first: Call, again: Call): string {
  const { closed, connection, idempotencyKey } = first.facts;
  if (closed?.ending !== 'reset' || connection === undefined || connection.request <= 1) return '';
  const delay = again.opened.real - closed.real;
  const isSame = idempotencyKey === again.facts.idempotencyKey && requestKey(first) === requestKey(again);
  if (!isSame || delay > withoutWait) return '';
  return ` (the same request, ${Math.max(0, Math.round(delay))} ms after the connection broke: a loop of the client or its HTTP library repeated it)`;
}

/** Times in answers of the supplier have whole seconds. */
const second = 1_000;

/** False for a list whose filter excludes the booking. */
export function couldShow(look: Call, lost: Call, later: Call): boolean {
  if (!look.isSuccess || !hasSeen(later, look)) return false;
  const own = lost.facts.request;
  const { reference, bookingId, filter } = look.facts.request;
  if (look.step === 'list') return !filter || canHold(filter, { lost, look });
  if (reference !== undefined) return own.reference === reference;
  // The client cannot know the id of a new booking whose answer was lost, unless a look-up found it.
  return bookingId !== undefined && (lost.isNew ? lost.trip?.id === bookingId : own.bookingId === bookingId);
}

/** A document before a UUID without hyphens is not a part of the UUID, so no digit may follow. */
export const uuid = /[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}(?![\da-f])/i;

/** A fault invented a booking of another guest for a UUID, which no other program has at a real supplier. */
export const couldNotCollide = (books: readonly Call[]): boolean =>
  books.some(
    ({ facts: { faults = [], request } }) =>
      faults.some(({ kind }) => kind === 'other-guest') && uuid.test(request.reference ?? ''),
  );

/** After the Token has expired. A client may do so instead of sending the ReToken. */
export const isSearchedAgain = (search: Call, searches: readonly Call[]): boolean => {
  const first = searches.find(({ by, product }) => by === search.by && product === search.product);
  return first !== undefined && search.opened.at - first.opened.at > limits.tokenLife.value;
};

/** `lost`: a DoBooking without an answer. */
export function foundNothing(look: Call, lost: Call): boolean {
  const { request } = lost.facts;
  if (isOfOtherGuest(look, lost)) return true;
  const { found, listed } = look.facts.answer;
  if (found === 0) return true;
  // The record contains only some of many bookings, so the booking can be among the others.
  if (look.step !== 'list' || !listed || listed.length !== found || request.reference === undefined)
    return false;
  return listed.every(({ reference }) => reference !== undefined && reference !== request.reference);
}

export function foundActive(look: Call, lost: Call): ServiceStatus | undefined {
  const { request } = lost.facts;
  if (isOfOtherGuest(look, lost)) return undefined;
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

function canHold(filter: ListFilter, { lost, look }: { lost: Call; look: Call }): boolean {
  const { ids, reference, statuses, products, confirmation, dates = {} } = filter;
  const { UpdatedFrom, UpdatedTo, InitialUpdateDate, FinalUpdateDate = '\uFFFF' } = dates;
  const [changedFrom, changedTo] = [formatTimeSpan(lost.opened.at), formatTimeSpan(look.opened.at + second)];
  const own = lost.facts.request;
  const start = own.start ?? lost.search?.facts.request.start;
  const ended = lost.ended ?? lost.opened;
  const isStay = lost.product === 'hotel';
  return (
    (!ids || ids.some(id => id === own.bookingId || id === lost.trip?.id)) &&
    (reference === undefined || reference === own.reference) &&
    // The client cannot know the confirmation number of a booking whose answer was lost.
    (confirmation === undefined || !lost.isNew) &&
    (!statuses || statuses.some(isActiveWord)) &&
    (dates.CancelationDateStart ?? dates.CancelationDateEnd) === undefined &&
    (!products || lost.product === undefined || products.includes(lost.product)) &&
    (!isStay || isWithin(start, dates.CheckinDateFrom, dates.CheckinDateTo)) &&
    isWithin(start, dates.InitialServiceDate, dates.FinalServiceDate) &&
    isWithin(utcDate(ended.at), dates.InitialBookingDate) &&
    isWithin(utcDate(lost.opened.at), undefined, dates.FinalBookingDate) &&
    isWithin(changedTo, UpdatedFrom) &&
    isWithin(changedTo, InitialUpdateDate) &&
    isWithin(changedFrom, undefined, UpdatedTo) &&
    isWithin(changedFrom, undefined, endOfDay(FinalUpdateDate))
  );
}

function isActiveWord(word: string): boolean {
  const status = statusIn(word);
  return status === undefined || !isFinal(status);
}

/** An unknown date counts as within. The alphabetical order of dates is their time order. */
const isWithin = (date: string | undefined, from = '', to = '\uFFFF'): boolean =>
  date === undefined || (date >= from && date <= to);
