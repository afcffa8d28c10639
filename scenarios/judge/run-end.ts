import { isFinal, limits, operations } from '#contracts';
import type { Finding } from '#contracts/control';
import type { Facts } from '#contracts/exchange';
import type { Task } from '#contracts/scenario';
import { append } from '#contracts/util';
import type { BookedService, Books } from './books.ts';
import { compareWithTask } from './compare-with-task.ts';
import type { Run } from './context.ts';
import { type Call, foundNothing } from './traffic/index.ts';

/** A missing part makes the rules that need it not applicable. */
export type RunEnd = Run & ReturnType<typeof readRunEnd>;

interface RuledBefore {
  readonly rule: string;
  readonly verdict: string;
  readonly findings: readonly Finding[];
}

/** `books`: read after the client has ended. The indexes keep a run with thousands of bookings fast. */
export function readRunEnd({ calls, task }: Run, books: Books, verdicts: readonly RuledBefore[]) {
  const about = new Map<string, Call[]>();
  for (const call of calls) {
    const { request, answer } = call.facts;
    for (const id of new Set([request.bookingId, answer.bookingId]))
      if (id !== undefined) append(about, id, call);
  }
  const openBooks = Map.groupBy(
    calls.filter(({ step, facts: { answer } }) => step === 'book' && answer.bookingId === undefined),
    ({ facts: { request } }) => request.reference,
  );
  return {
    books,
    verdicts,
    purchases: task && purchasesOf(task, books),
    changing: calls.filter(({ isChange }) => isChange),
    /** Whose requests or answers have this BookingId. */
    about: (bookingId: string): readonly Call[] => about.get(bookingId) ?? [],
    /** DoBookings with the reference, whose answers have no BookingId. */
    openBooks: (reference: string): readonly Call[] => openBooks.get(reference) ?? [],
  };
}

/** One service that the user wanted to buy, and the services that the supplier booked for it. */
export type Purchase = ReturnType<typeof purchasesOf>[number];

/** A service of a product that no step books belongs to no purchase. */
function purchasesOf(task: Task, { services: held, places }: Books) {
  const compared = compareWithTask(task, { held, places }, []);
  return task.steps.flatMap((step, index) => {
    if (step.do !== 'book') return [];
    const booked = compared.filter(one => one.step === index);
    const services = booked.map(one => one.held);
    return { index, step, isCancelled: isCancelledIn(task, index), booked, services };
  });
}

const isCancelledIn = ({ steps }: Task, index: number): boolean =>
  steps.some(
    step =>
      step.do === 'cancel' &&
      (step.step === index || (step.what === 'trip' && tripOf(steps, step.step) === tripOf(steps, index))),
  );

/** The step that began the trip. */
function tripOf(steps: Task['steps'], index: number): number {
  const step = steps[index];
  return step?.do === 'book' && step.attachTo !== undefined && step.attachTo < index
    ? tripOf(steps, step.attachTo)
    : index;
}

/** The supplier may still provide it, or charge for it. */
export const stands = ({ status }: Pick<BookedService, 'status'>): boolean => !isFinal(status);

export const taken = ({ charges }: BookedService): readonly { readonly cents: number }[] =>
  charges.filter(({ status }) => status !== 'Declined');

export const centsText = (value: number, currency: string): string =>
  `${(value / 100).toFixed(2)} ${currency}`;

export const namesOf = (...services: readonly BookedService[]): string =>
  services
    .map(({ product, bookingId, status }) => `the ${product} in booking ${bookingId} (${status})`)
    .join(' and ');

/** Otherwise each breach of a long run would list all of its DoBookings. */
const maxProof = 50;

/** The exchanges about the bookings come first. */
export function proofOf({ changing, about }: RunEnd, services: readonly BookedService[]): number[] {
  const numbers = new Set<number>();
  for (const calls of [...services.map(({ bookingId }) => about(bookingId)), changing])
    for (const { number } of calls) {
      if (numbers.size === maxProof) break;
      numbers.add(number);
    }
  return [...numbers].sort((a, b) => a - b);
}

export function changesBookings({ operation }: Pick<Facts, 'operation'>): boolean {
  const effect = operation ? operations[operation].effect : 'read';
  return effect === 'book' || effect === 'pay' || effect === 'cancel';
}

/** Whether result or state of the client have the BookingId or the reference; undefined if its state is unknown. */
export function isKnown({ bookingId, reference }: BookedService, { result, state }: RunEnd) {
  const kept = JSON.stringify(result ?? {}) + (state ?? '');
  // JSON writes some characters of a reference in another form.
  const names = [bookingId, reference, reference && JSON.stringify(reference).slice(1, -1)];
  if (names.some(name => name && kept.includes(name))) return true;
  return state === undefined ? undefined : false;
}

/** That the client surely received. */
export const seenAnswers = ({ bookingId }: BookedService, { about }: RunEnd): readonly Call[] =>
  about(bookingId).filter(call => call.facts.answer.bookingId === bookingId && call.isSuccess);

export type Search = 'none' | 'early' | 'whole';

/** Milliseconds by which a wait of the client may be too short. */
const slack = 1_000;

/**
 * Returns how long a client looked, in vain, for a booking whose DoBooking got no answer. `whole`: for the 30 minutes that a
 * booking may take to appear, so no client can know the booking (flow.3, decision 3). `early`: for a shorter time. `none`: the
 * answer was not lost, or the client did not look, or found the booking.
 *
 * @param before the time of the next decision of the client, in epoch milliseconds; later look-ups do not count
 */
export function searchedInVain(service: BookedService, end: RunEnd, before: number): Search {
  const { bookingId, bookedAt } = service;
  const book = bookOf(service, end);
  if (!book?.isLost) return 'none';
  const looks = end.calls.filter(
    look => look.isLookUp && look.number > book.number && look.isSuccess && look.opened.at <= before,
  );
  const last = looks.at(-1);
  const isFound =
    !looks.every(look => foundNothing(look, book)) ||
    end.calls.some(({ facts: { answer } }) => answer.listed?.some(({ id }) => id === bookingId));
  if (!last || isFound) return 'none';
  const until = Math.min(book.opened.at, bookedAt) + limits.pollWindow.value - slack;
  return last.opened.at >= until ? 'whole' : 'early';
}

/** The first DoBooking that may have booked the service. */
function bookOf({ bookingId, reference }: BookedService, { about, openBooks }: RunEnd): Call | undefined {
  const answered = about(bookingId).find(
    ({ step, facts: { answer } }) => step === 'book' && answer.bookingId === bookingId,
  );
  const [open] = reference === undefined ? [] : openBooks(reference);
  return !answered || (open && open.number < answered.number) ? open : answered;
}
