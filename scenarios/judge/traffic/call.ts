import { isFinal, operations, type Product, type ServiceStatus, statuses } from '#contracts';
import { statusWith } from '#contracts/booking-status';
import type { Facts, Stamp } from '#contracts/exchange';
import { foldText, memoize, shareWord } from '#contracts/util';

export type Step =
  | 'search'
  | 'conditions'
  | 'book'
  | 'pay'
  | 'cancel'
  /** One booking. */
  | 'look'
  /** The list of bookings. */
  | 'list'
  | 'static'
  | 'tool'
  | 'unknown';

/**
 * Whether the client received the answer. `clear`: surely. `doubtful`: perhaps, because the answer was odd or late. `lost`: no.
 * `open`: the call has not ended.
 */
export type Reading = 'clear' | 'doubtful' | 'lost' | 'open';

export type Call = ReturnType<typeof readCall> & Links;

/** How the calls of a client belong together. */
interface Links {
  issuer?: Call | undefined;
  userBefore?: Call | undefined;
  /** The Search from which the Token or ReToken of this request comes. */
  search?: Call | undefined;
  /** For conditions of the same offer and Search. */
  sameBefore?: Call | undefined;
  sameAfter?: Call | undefined;
  /** A look-up that the task asks for, and so not a retry. */
  isWantedRepeat?: boolean;
  /** Undefined if the traffic does not show the booking. */
  trip?: Trip;
}

/** The last status that a client saw for one service. */
export interface KnownService {
  readonly status: ServiceStatus;
  /** Whether the service began as OnRequest (decision 1). */
  readonly fromRequest: boolean;
}

export interface BookingView {
  /** By service id. If no answer listed services, one entry with the key '' for the booking. */
  readonly services: ReadonlyMap<string, KnownService>;
  readonly shown: ServiceStatus;
  /** Whether the client surely received the answer. */
  readonly isSure: boolean;
}

/** `view`: what the client knew after the answer. */
export interface TripEvent {
  readonly call: Call;
  readonly view: BookingView | undefined;
}

/** A booking and all calls about this booking, in order. */
export interface Trip {
  readonly id: string;
  readonly events: readonly TripEvent[];
  /** The events in which the client saw a status. */
  readonly seen: readonly Observation[];
  /** With or without a successful answer. */
  readonly lastLook: Call | undefined;
}

export interface Observation {
  readonly view: BookingView;
  readonly by: Call;
}

/** If the client was killed during the call, the answer counts as lost. */
export function readCall(facts: Facts, isKilled: boolean, isAfterRestart: boolean) {
  const { number, opened, closed, status = 0, faults = [], request, answer } = facts;
  const reading = isKilled && closed ? 'lost' : readingOf(facts);
  const step = stepOf(facts);
  const product = facts.operation ? operations[facts.operation].product : undefined;
  return {
    facts,
    number,
    step,
    /** The client was killed and started again before. */
    isAfterRestart,
    product,
    /** A digest of the credential; empty without one. */
    by: facts.credential?.mark ?? '',
    opened,
    /** The time when the client received the answer or gave up; undefined while the call is open. */
    ended: closed ?? (reading === 'open' ? undefined : facts.answered),
    reading,
    /** Whether the client surely received a successful answer. */
    isSuccess: reading === 'clear' && status === 200,
    /** With a 4xx, so that the call had no effect. */
    isRefused: reading === 'clear' && status >= 400 && status < 500,
    /** The client cannot know the result: the answer is missing, unreadable or a 5xx. */
    isLost: reading === 'lost' || (reading !== 'open' && status >= 500),
    /** An armed fault, and not the stand-in, produced the answer. */
    isSynthetic: faults.some(({ kind, commit }) => kind === 'status' || commit === 'never'),
    /** Any other DoBooking adds a service to an existing booking. */
    isNew: request.bookingId === undefined || request.bookingId === '0',
    /** It books, pays or cancels. */
    isChange: step === 'book' || step === 'pay' || step === 'cancel',
    isLookUp: step === 'look' || step === 'list',
    /** Undefined if the answer has no known status. */
    shown: statusIn(answer.bookingStatus, answer.label),
    /** A key for the offer and the credential; empty except for conditions and bookings. */
    selection: step === 'conditions' || step === 'book' ? selectionOf(facts, product) : '',
  };
}

function selectionOf({ credential, request: { item, units, start } }: Facts, product?: Product): string {
  // For a tour, the selection includes the date.
  const date = product === 'tour' ? start : undefined;
  return JSON.stringify([credential?.mark, product, item, units && [...units].sort(), date]);
}

function stepOf({ operation, tool }: Facts): Step {
  if (tool) return 'tool';
  if (operation === null) return 'unknown';
  if (operation === 'getBookingList') return 'list';
  if (operation === 'getBooking' || operation === 'getBookingDetail') return 'look';
  const { base, effect } = operations[operation];
  if (base === 'commons') return 'static';
  if (effect === 'read') return 'search';
  return effect === 'validate' ? 'conditions' : effect;
}

/** Milliseconds. Then the client may have given up before the answer arrived. */
const lateAfter = 5_000;

function readingOf(facts: Facts): Reading {
  const { closed, answered, opened, status, answer, operation, faults, tool } = facts;
  if (!closed) return 'open';
  if (closed.ending !== 'complete' || !answered || status === undefined) return 'lost';
  const isHeldUp = faults?.some(({ kind }) => kind === 'delay' || kind === 'hang') ?? false;
  if (isHeldUp && closed.at - opened.at >= lateAfter) return 'doubtful';
  if (status !== 200 || tool) return 'clear';
  if (facts.unrecorded?.answer !== undefined) return 'doubtful';
  // Only some clients can read a defective body or a wrong field.
  const isOdd = faults?.some(({ kind }) => kind === 'body' || kind === 'field') ?? false;
  const isBare = operation === 'airportDetail' || operation === 'hotelDetail';
  // The record of an unreadable answer is empty, as that of static data can be.
  if (!isBare && operation !== null && Object.keys(answer).length === 0) return 'lost';
  return isOdd ? 'doubtful' : 'clear';
}

/** The real clock decides if the sandbox clock shows the same time. */
export const isBefore = (a: Stamp, b: Stamp): boolean => a.at < b.at || (a.at === b.at && a.real < b.real);

/** The client surely had the earlier answer when it sent the later call. */
export const hasSeen = (later: Call, earlier: Call): boolean =>
  earlier.ended !== undefined && isBefore(earlier.ended, later.opened);

/** The client may have had the earlier answer when it sent the later call. */
export const couldHaveSeen = (later: Call, earlier: Call): boolean =>
  earlier.ended !== undefined && earlier.number < later.number && !isBefore(later.opened, earlier.ended);

/** After a restart, a client has forgotten what it did not store. */
export const isOneProcess = (a: Call, b: Call): boolean => a.isAfterRestart === b.isAfterRestart;

/** The guests of the look-up do not include the main guest of the DoBooking. */
export function isOfOtherGuest({ facts: { answer } }: Call, { facts: { request } }: Call): boolean {
  const { guests } = answer;
  const { mainPax } = request;
  if (guests === undefined || mainPax === undefined) return false;
  // Names of single letters share no word, so the whole name counts.
  if (!/[\p{L}\p{N}]{2}/u.test(mainPax)) return !guests.some(name => foldText(name) === foldText(mainPax));
  return !shareWord(mainPax, guests.join(' '));
}

/** Equal requests with the same credential have equal keys. */
export const requestKey = memoize(({ by, facts: { operation, method, url, request } }: Call): string => {
  return `${by} ${operation ?? `${method} ${url}`} ${JSON.stringify(request)}`;
}, new WeakMap());

/** All items that pass must come first. */
export function countBefore<Item>(items: readonly Item[], test: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && test(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Undefined for an unknown word. */
export const statusIn = (word: string | undefined, label = ''): ServiceStatus | undefined =>
  word === undefined ? undefined : (statusWith(word, label) ?? statusWith(word));

/** The statuses of a booking that may still succeed or fail. */
const unknown: readonly ServiceStatus[] = ['technical-problem', 'pending', 'on-request', 'in-progress'];
export const isUnknown = (status: ServiceStatus): boolean => unknown.includes(status);

/** The specification has no polling plan for in-progress. */
export const isPolled = (status: ServiceStatus): boolean =>
  (isUnknown(status) && status !== 'in-progress') || status === 'pending-cancellation';

/** A client needs no further call. */
export const isSettled = (status: ServiceStatus): boolean => status === 'confirmed' || isFinal(status);

export const statusWord = (status: ServiceStatus): string => statuses[status].bookingStatus;
