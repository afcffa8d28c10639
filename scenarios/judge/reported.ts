import type { Money } from '#contracts';
import type { Leak, PersonalKind, Run } from './context.ts';
import { type Assessment, type Found, finding, findingWith, missingInput, type Ruling } from './rule.ts';
import { formatDuration } from './time.ts';
import { type Call, isSettled, type Trip } from './traffic/index.ts';

export interface Amount {
  readonly value: number;
  readonly currency: string;
}

/** Sums of whole cents have no rounding errors. */
export const cents = (value: number): number => Math.round(value * 100);

export const moneyText = (amount: Amount | Money): string =>
  'Value' in amount ? `${amount.Value} ${amount.Currency}` : `${amount.value} ${amount.currency}`;

export const isSameAmount = (shown: Money, given: Amount): boolean =>
  cents(shown.Value) === cents(given.value) && shown.Currency === given.currency;

/** Not applicable without `shownToUser`, or to a task with several bookings, because a client reports only one price. */
export function shownMismatch(
  calls: readonly Call[],
  price: Amount,
  { result, task }: Run,
): Found | 'not applicable' | undefined {
  const shown = result?.shownToUser?.total;
  const bookings = task?.steps.filter(step => step.do === 'book') ?? [];
  if (!shown || bookings.length !== 1) return 'not applicable';
  if (isSameAmount(shown, price)) return undefined;
  return findingWith({
    also: calls,
    expected: `A correct client shows ${moneyText(price)} to the user, and books only if the user accepts it.`,
  })`The client showed the user ${moneyText(shown)}, but the booked offer costs ${moneyText(price)}. The user accepted another price.`;
}

/** How the last change was answered, and what the look-ups after it showed: a part of a sentence, and the calls that show it. */
export function lastKnown({ calls, task }: Run): { text: string; calls: readonly Call[] } {
  const change = calls.findLast(({ isChange }) => isChange);
  const last = change ?? calls.at(-1);
  if (!last) return { text: 'it sent no call', calls: [] };
  const name = `${last.facts.operation ?? last.facts.method} (exchange ${last.number})`;
  if (!change) {
    const isBooked = !task || task.steps.some(step => step.do === 'book');
    const given = isBooked
      ? `after ${name}, which ${answerText(last)}, it sent no DoBooking`
      : `its last call was ${name}, which ${answerText(last)}`;
    return { text: given, calls: [last] };
  }
  const looks = calls.filter(({ number, isLookUp }) => isLookUp && number > change.number);
  const look = looks.at(-1);
  const before = calls.findLast(one => one.number < change.number && (one.isChange || one.isLookUp));
  const isBlind = before?.isLost && before.facts.operation === change.facts.operation;
  const again = isBlind ? `, which repeats the lost exchange ${before.number} without a look-up,` : '';
  const answered = `${name}${again} ${answerText(change)}`;
  if (!look) {
    const missing =
      change.shown && isSettled(change.shown) ? '' : ', and no GetBooking or GetBookingDetail followed';
    return { text: answered + missing, calls: [change] };
  }
  const times = looks.length === 1 ? 'one look-up followed' : `${looks.length} look-ups followed`;
  const after = formatDuration(look.opened.at - (change.ended ?? change.opened).at);
  const text = `${answered}, and ${times}, the last one ${after} later (exchange ${look.number}), which ${answerText(look)}`;
  return { text, calls: [change, look] };
}

function answerText(call: Call): string {
  const { status = 0, answer } = call.facts;
  if (call.reading === 'lost' || call.reading === 'open') return 'got no readable answer';
  if (status !== 200) return `was answered ${status}`;
  const { bookingStatus, paymentStatus, found, revalidation, errors = [] } = answer;
  const word = paymentStatus ?? bookingStatus ?? revalidation;
  if (word === undefined && found === 0) return 'found nothing';
  const failed = errors.length > 0 ? ` with Errors [${errors.join(', ')}]` : '';
  return `was answered ${word ?? 200}${failed}`;
}

/** Without a known id, and if the task has one booking, the result is about the last booking. */
export function isReportedOn(trip: Trip, { trips, result, task }: Run): boolean {
  if (!result) return false;
  if (result.bookingId === trip.id) return true;
  const isOnly = trips.length === 1;
  if (result.bookingId === undefined && isOnly) return true;
  const books = task?.steps.filter(step => step.do === 'book') ?? [];
  const isNamed = trips.some(({ id }) => id === result.bookingId);
  return books.length === 1 && !isNamed && trips.at(-1) === trip;
}

/** A password in the state folder is only a warning, because the specification forbids only card data in files. */
export function judgeLeaks(
  { leaks, unsearched }: Run,
  sorts: readonly Leak['what'][],
): Assessment<Found> | Ruling {
  if (!leaks) return missingInput('the rule needs the output of the client');
  const found = leaks.filter(({ what }) => sorts.includes(what));
  if (found.length === 0 && unsearched !== undefined && sorts.includes('card-number'))
    return { inconclusive: unsearched };
  return found.map(({ what, where, isKept }) =>
    isKept
      ? findingWith({
          warn: what === 'password',
        })`The client left a secret in its state folder (${what}): ${where}. Other programs and backups can read such files.`
      : finding`The client wrote a secret to its output (${what}): ${where}. More people can read logs than bookings.`,
  );
}

export interface PersonalData {
  readonly what: PersonalKind;
  readonly value: string;
}

const kinds: Readonly<Record<string, PersonalKind>> = {
  CardNumber: 'card-number',
  SecurityCode: 'security-code',
  CPF: 'document',
  Cpf: 'document',
  DocumentNumber: 'document',
  Email: 'e-mail',
};

/** Returns the personal data in a value. Field names at any depth show which texts are personal data. */
export function personalDataIn(value: unknown): PersonalData[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const what = kinds[name];
    return what !== undefined && typeof entry === 'string' ? [{ what, value: entry }] : personalDataIn(entry);
  });
}
