import { isFinal, type ServiceStatus } from '#contracts';
import { append } from '#contracts/util';
import {
  type BookingView,
  type Call,
  countBefore,
  hasSeen,
  isOfOtherGuest,
  type KnownService,
  type Observation,
  type Step,
  statusIn,
  type Trip,
  type TripEvent,
} from './call.ts';

interface OpenTrip extends Trip {
  readonly events: TripEvent[];
  readonly seen: Observation[];
  lastLook: Call | undefined;
  last: BookingView['services'];
  /** A DoBooking of an OnRequest offer got no answer that shows a status. */
  hasLostRequest: boolean;
}

const nothingSeen: BookingView['services'] = new Map();

/** By BookingId, or by ExternalReference after a lost answer, also if only a list has shown it. Calls must come in order. */
export function readTrips(calls: readonly Call[]): Trip[] {
  const trips = new Map<string, OpenTrip>();
  const idOf = new Map<string | undefined, string>();
  /** DoBookings without a known booking id, by credential and ExternalReference. */
  const lost = new Map<string | undefined, Call[]>();
  /** Bookings of other guests that a look-up by reference found after a lost answer. */
  const others = new Set<string>();
  /** The ExternalReference of each booking in a list, which can lead the client to a booking whose answer was lost. */
  const listed = new Map<string | undefined, string>();
  for (const call of calls) {
    const { request, answer } = call.facts;
    for (const entry of answer.listed ?? []) if (entry.reference) listed.set(entry.id, entry.reference);
    const named = request.reference ?? listed.get(request.bookingId);
    const reference = named === undefined ? undefined : `${call.by} ${named}`;
    const requested = request.bookingId === '0' ? undefined : request.bookingId;
    const id = answer.bookingId ?? requested ?? idOf.get(reference);
    if (id === undefined) {
      if (call.step === 'book' && reference !== undefined) append(lost, reference, call);
      continue;
    }
    if (isOfOthers(call, lost.get(reference))) others.add(id);
    if (call.step === 'look' && others.has(id)) continue;
    const trip = trips.get(id) ?? newTrip(id);
    trips.set(id, trip);
    if (reference !== undefined && !idOf.has(reference)) {
      idOf.set(reference, id);
      for (const earlier of lost.get(reference) ?? []) put(earlier, trip);
      lost.delete(reference);
    }
    put(call, trip);
  }
  return [...trips.values()];
}

const newTrip = (id: string): OpenTrip => {
  return { id, events: [], seen: [], lastLook: undefined, last: nothingSeen, hasLostRequest: false };
};

function put(call: Call, trip: OpenTrip): void {
  const view = viewOf(call, trip);
  if (!view && isOnRequest(call)) trip.hasLostRequest = true;
  if (view) {
    trip.last = view.services;
    trip.seen.push({ view, by: call });
  }
  call.trip = trip;
  if (call.step === 'look') trip.lastLook = call;
  trip.events.push({ call, view });
}

const isOfOthers = (call: Call, books: readonly Call[] = []): boolean =>
  call.step === 'look' && books.length > 0 && books.every(book => isOfOtherGuest(call, book));

/** With the statuses from earlier answers; undefined if the answer contains no status. */
function viewOf(call: Call, { last: before, hasLostRequest }: OpenTrip): BookingView | undefined {
  const { facts, step, reading, shown } = call;
  if (facts.status !== 200 || reading === 'lost' || reading === 'open') return undefined;
  const { services = [] } = facts.answer;
  // After a cancellation that failed, the booking stands as before.
  if (shown === undefined || (shown === 'failed' && step === 'cancel')) return undefined;
  const fromRequest = isOnRequest(call);
  const see = (status: ServiceStatus, id: string): KnownService => {
    const began = status === 'on-request' || fromRequest || (before.get(id)?.fromRequest ?? hasLostRequest);
    // Answers use one status for in-progress and pending. A service that began as OnRequest is pending: it waits for the hotel.
    return { status: began && status === 'in-progress' ? 'pending' : status, fromRequest: began };
  };
  const named = services.flatMap(service => {
    const status = statusIn(service.bookingStatus, service.label);
    return status === undefined ? [] : [[service.id, see(status, service.id)] as const];
  });
  const isSure = reading === 'clear';
  const known = step === 'look' ? nothingSeen : before;
  if (named.length > 0) {
    const [first] = named;
    const own = step === 'book' && first ? first[1].status : see(shown, '').status;
    // The answer now lists each service, so the entry for the whole booking goes.
    const others = [...known].filter(([id]) => id !== '');
    return { services: new Map([...others, ...named]), shown: own, isSure };
  }
  const changed = aboutOf(call, known).map(id => [id, see(shown, id)] as const);
  return { services: new Map([...known, ...changed]), shown: see(shown, '').status, isSure };
}

const isOnRequest = ({ step, issuer }: Call): boolean =>
  step === 'book' && issuer?.facts.answer.restriction === 'OnRequest';

/** The services that the status of an answer without services is about. */
function aboutOf({ step, facts }: Call, known: BookingView['services']): string[] {
  const { serviceId, serviceType } = facts.request;
  if (serviceId !== undefined) return [serviceId];
  if (known.size === 0) return [''];
  if (serviceType !== undefined && known.size > 1) return []; // the products of the services are not known
  const open = [...known].filter(([, { status }]) => !isFinal(status));
  if (step === 'cancel') return open.map(([id]) => id);
  const waiting = open.filter(([, { status }]) => status === 'awaiting-payment');
  const [only] = waiting.length > 0 ? waiting : known;
  return only && (waiting.length === 1 || known.size === 1) ? [only[0]] : [];
}

export const seenBefore = ({ seen }: Trip, call: Call): Observation | undefined =>
  seen[countBefore(seen, ({ by }) => by.number < call.number) - 1];

/** Sent after the client had the answer to `call`. */
export function nextAfter({ events }: Trip, call: Call, isMeant: (event: TripEvent) => boolean) {
  const first = countBefore(events, event => event.call.number <= call.number);
  for (let index = first; index < events.length; index += 1) {
    const event = events[index];
    if (event && hasSeen(event.call, call) && isMeant(event)) return event;
  }
  return undefined;
}

export const callsOf = ({ events }: Trip, step: Step): Call[] =>
  events.flatMap(({ call }) => (call.step === step ? [call] : []));

export const hasStatus = ({ services }: BookingView, status: ServiceStatus): boolean =>
  [...services.values()].some(service => service.status === status);

export const lastSeen = ({ seen }: Trip): Observation | undefined => seen.at(-1);
