import { operations, type Product, type ServiceStatus } from '#contracts';

import type { Facts, Stamp } from '#contracts/exchange';

/** What a call does in the flow. */
export type Step =
  | 'search'
  | 'conditions'
  | 'book'
  | 'pay'
  | 'cancel'
  /** At one booking. */
  | 'look'
  /** At the list of bookings. */
  | 'list'
  | 'static'
  | 'tool'
  | 'unknown';

/** Whether the client had the answer: for sure, perhaps (odd, or late), not; or it is still under way. */
export type Reading = 'clear' | 'doubtful' | 'lost' | 'open';

/** One exchange with its place among the others. */
export interface Call {
  readonly facts: Facts;
  readonly number: number;
  readonly step: Step;
  readonly product: Product | undefined;
  /** A mark of the credential, equal for equal ones; empty without one. */
  readonly by: string;
  readonly opened: Stamp;
  /** When its client had the answer or had given up; undefined while it is under way. */
  readonly ended: Stamp | undefined;
  readonly reading: Reading;
  /** The call whose answer gave the Token that it sends. */
  issuer: Call | undefined;
  /** The call that sent the same Token just before. */
  userBefore: Call | undefined;
  /** The Search that it goes back to, by Token or ReToken. */
  search: Call | undefined;
  /** Of conditions and bookings, what was selected and by whom: equal for the same offer. */
  readonly selection: string;
  /** Conditions of the same selection of the same Search: those asked for just before and just after. */
  sameBefore: Call | undefined;
  sameAfter: Call | undefined;
  /** It is one of many alike that the task asks for, and so no repetition of the one before. */
  isAskedFor: boolean;
  /** The booking that it is about, as far as the traffic tells. */
  trip: Trip | undefined;
}

/** A service of a booking as a client saw it last. */
export interface SeenService {
  readonly status: ServiceStatus;
  /** It began as OnRequest (decision 1). */
  readonly fromRequest: boolean;
}

/** What a client knows of a booking after an answer. */
export interface Sight {
  /** Every service that it has heard of, by id; of a booking whose services nobody named, itself under ''. */
  readonly services: ReadonlyMap<string, SeenService>;
  /** The status of what the answer is about. */
  readonly shown: ServiceStatus;
  /** The client had the answer for sure. */
  readonly isSure: boolean;
}

/** A call about a booking, and what its answer showed of it. */
export interface TripEvent {
  readonly call: Call;
  readonly sight: Sight | undefined;
}

/** A booking, and every call about it in order. */
export interface Trip {
  readonly id: string;
  readonly events: readonly TripEvent[];
  /** Those of the events that showed a status. */
  readonly seen: readonly Seen[];
  /** The last look at it, whatever came of that. */
  readonly lastLook: Call | undefined;
}

/** A sight, and the call that gave it. */
export interface Seen {
  readonly sight: Sight;
  readonly by: Call;
}

/** A call by itself. Of one whose client was killed nobody has read the answer. */
export function readCall(facts: Facts, isKilled = false): Call {
  const { number, opened, closed } = facts;
  const reading = isKilled && closed ? 'lost' : readingOf(facts);
  return {
    facts,
    number,
    step: stepOf(facts),
    product: productOf(facts),
    by: facts.credential?.mark ?? '',
    opened,
    ended: closed ?? (reading === 'open' ? undefined : facts.answered),
    reading,
    issuer: undefined,
    userBefore: undefined,
    search: undefined,
    selection: selectionOf(facts),
    sameBefore: undefined,
    sameAfter: undefined,
    isAskedFor: false,
    trip: undefined,
  };
}

function selectionOf(facts: Facts): string {
  const step = stepOf(facts);
  if (step !== 'conditions' && step !== 'book') return '';
  const { item, units, start } = facts.request;
  const product = productOf(facts);
  // A tour is selected for one of its dates.
  const date = product === 'tour' ? start : undefined;
  return JSON.stringify([facts.credential?.mark, product, item, units && [...units].sort(), date]);
}

const productOf = ({ operation }: Facts): Product | undefined =>
  operation ? operations[operation].product : undefined;

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

/** From here on a client may have given up although the answer was written, ms. */
const late = 5_000;

function readingOf(facts: Facts): Reading {
  const { closed, answered, opened, status, answer, operation, faults, tool } = facts;
  if (!closed) return 'open';
  if (closed.ending !== 'complete' || !answered || status === undefined) return 'lost';
  const isHeldUp = faults?.some(({ kind }) => kind === 'delay' || kind === 'hang') ?? false;
  if (isHeldUp && closed.at - opened.at >= late) return 'doubtful';
  if (status !== 200 || tool) return 'clear';
  if (facts.unrecorded) return 'doubtful';
  const isOdd = faults?.some(({ kind }) => kind === 'body') ?? false;
  const isBare = operation === 'airportDetail' || operation === 'hotelDetail';
  // What could not be read left nothing behind; of static data some answers never do.
  if (!isBare && operation !== null && Object.keys(answer).length === 0) return 'lost';
  return isOdd ? 'doubtful' : 'clear';
}

/** Whether the client had the answer for sure, and it was a good one. */
export const isGood = ({ reading, facts }: Call): boolean => reading === 'clear' && facts.status === 200;

/** Whether it was refused for what it is, so that it took no effect. */
export const isRefused = ({ reading, facts: { status = 0 } }: Call): boolean =>
  reading === 'clear' && status >= 400 && status < 500;

/** Whether it came to nothing that its client can know: no answer, none that can be read, a 5xx. */
export const isLost = ({ reading, facts: { status = 0 } }: Call): boolean =>
  reading === 'lost' || (reading !== 'open' && status >= 500);

/** Whether one stamp is before another one, on either clock. */
export const isBefore = (a: Stamp, b: Stamp): boolean => a.at < b.at || (a.at === b.at && a.real < b.real);

/** Whether the client had one answer for sure when it sent another call: what was on its way already breaks no rule. */
export const hasSeen = (later: Call, earlier: Call): boolean =>
  earlier.ended !== undefined && isBefore(earlier.ended, later.opened);

/** Whether it can have had it. */
export const couldHaveSeen = (later: Call, earlier: Call): boolean =>
  earlier.ended !== undefined && earlier.number < later.number && !isBefore(later.opened, earlier.ended);

/** Whether a fault answered in the place of the stand-in. */
export const isSynthetic = ({ facts: { faults } }: Call): boolean =>
  faults?.some(({ kind, commit }) => kind === 'status' || commit === 'never') ?? false;

/** A text that is equal for requests that ask for the same in the same words; how often it was sent is not in it. */
export function requestKey({ by, facts }: Call): string {
  const { operation, method, url, request } = facts;
  return `${by} ${operation ?? `${method} ${url}`} ${JSON.stringify(request)}`;
}

/** The first of some calls in order that was sent at a stamp or later: its index. */
export function firstFrom(calls: readonly Call[], stamp: Stamp): number {
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const call = calls[middle];
    if (call && isBefore(call.opened, stamp)) low = middle + 1;
    else high = middle;
  }
  return low;
}
