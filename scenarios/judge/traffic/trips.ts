import { isFinal, type ServiceStatus } from '#contracts';
import {
  type Call,
  hasSeen,
  type Seen,
  type SeenService,
  type Sight,
  type Trip,
  type TripEvent,
} from './call.ts';
import { statusIn } from './status.ts';

/** The bookings of some traffic, by their ids. */
export interface Trips {
  /** Puts a call to the booking that it is about, if the traffic tells. Calls come in order. */
  add(call: Call): void;
  list(): Trip[];
}

interface OpenTrip extends Trip {
  readonly events: TripEvent[];
  readonly seen: Seen[];
  lastLook: Call | undefined;
  last: Sight['services'];
}

const nothingSeen: Sight['services'] = new Map();

/** Follows bookings through traffic: by BookingId, and by the client's reference where an answer was lost. */
export function createTrips(): Trips {
  const trips = new Map<string, OpenTrip>();
  const idOf = new Map<string, string>();
  /** DoBookings whose answer was lost, under the reference that they are found by. */
  const lost = new Map<string, Call[]>();

  function tripOf(id: string): OpenTrip {
    const known = trips.get(id);
    if (known) return known;
    const trip = { id, events: [], seen: [], lastLook: undefined, last: nothingSeen };
    trips.set(id, trip);
    return trip;
  }

  function remember(reference: string, call: Call): void {
    const before = lost.get(reference);
    if (before) before.push(call);
    else lost.set(reference, [call]);
  }

  function put(call: Call, trip: OpenTrip): void {
    const sight = sightOf(call, trip.last);
    if (sight) {
      trip.last = sight.services;
      trip.seen.push({ sight, by: call });
    }
    call.trip = trip;
    if (call.step === 'look') trip.lastLook = call;
    trip.events.push({ call, sight });
  }

  return {
    list: () => [...trips.values()],
    add(call) {
      const { request, answer } = call.facts;
      const reference = request.reference === undefined ? undefined : `${call.by} ${request.reference}`;
      const asked = request.bookingId === '0' ? undefined : request.bookingId;
      const id = answer.bookingId ?? asked ?? (reference === undefined ? undefined : idOf.get(reference));
      if (id === undefined) {
        if (call.step === 'book' && reference !== undefined) remember(reference, call);
        return;
      }
      const trip = tripOf(id);
      if (reference !== undefined && !idOf.has(reference)) {
        idOf.set(reference, id);
        for (const earlier of lost.get(reference) ?? []) put(earlier, trip);
        lost.delete(reference);
      }
      put(call, trip);
    },
  };
}

/** What an answer shows, on top of what was known; undefined where it shows no status. */
function sightOf(call: Call, before: Sight['services']): Sight | undefined {
  const { facts, step, reading, issuer } = call;
  if (facts.status !== 200 || reading === 'lost' || reading === 'open') return undefined;
  const { bookingStatus, label, services = [] } = facts.answer;
  const shown = statusIn(bookingStatus, label);
  if (shown === undefined) return undefined;
  const fromRequest = step === 'book' && issuer?.facts.answer.restriction === 'OnRequest';
  const see = (status: ServiceStatus, id: string): SeenService => {
    const began = status === 'on-request' || fromRequest || (before.get(id)?.fromRequest ?? false);
    // The wire has one word for both: what began as OnRequest waits for its hotel.
    return { status: began && status === 'in-progress' ? 'pending' : status, fromRequest: began };
  };
  const told = services.flatMap(service => {
    const status = statusIn(service.bookingStatus, service.label);
    return status === undefined ? [] : [[service.id, see(status, service.id)] as const];
  });
  const isSure = reading === 'clear';
  const known = step === 'look' ? nothingSeen : before;
  if (told.length > 0) {
    const [first] = told;
    const own = step === 'book' && first ? first[1].status : see(shown, '').status;
    return { services: new Map([...withoutWhole(known), ...told]), shown: own, isSure };
  }
  const changed = aboutOf(call, known).map(id => [id, see(shown, id)] as const);
  return { services: new Map([...known, ...changed]), shown: see(shown, '').status, isSure };
}

/** Services with names of their own take the place of the booking as a whole. */
const withoutWhole = (services: Sight['services']): (readonly [string, SeenService])[] =>
  [...services].filter(([id]) => id !== '');

/** The services that an answer without any is about. */
function aboutOf({ step, facts }: Call, known: Sight['services']): string[] {
  const { serviceId } = facts.request;
  if (serviceId !== undefined) return [serviceId];
  if (known.size === 0) return [''];
  const open = [...known].filter(([, { status }]) => !isFinal(status));
  if (step === 'cancel') return open.map(([id]) => id);
  const waiting = open.filter(([, { status }]) => status === 'awaiting-payment');
  const [only] = waiting.length > 0 ? waiting : known;
  return only && (waiting.length === 1 || known.size === 1) ? [only[0]] : [];
}

/** What a client knew of a booking when it sent a call: the last sight before, with the call that gave it. */
export function seenBefore({ seen }: Trip, call: Call): Seen | undefined {
  let [low, high] = [0, seen.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((seen[middle]?.by.number ?? 0) < call.number) low = middle + 1;
    else high = middle;
  }
  return seen[low - 1];
}

/** The first event of a booking that its client sent once it had the answer to a call, and that is of some kind. */
export function nextAfter(
  { events }: Trip,
  call: Call,
  isMeant: (event: TripEvent) => boolean,
): TripEvent | undefined {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle]?.call.number ?? 0) <= call.number) low = middle + 1;
    else high = middle;
  }
  for (let index = low; index < events.length; index += 1) {
    const event = events[index];
    if (event && hasSeen(event.call, call) && isMeant(event)) return event;
  }
  return undefined;
}

/** The last that was seen of a booking. */
export const lastSeen = ({ seen }: Trip): Seen | undefined => seen.at(-1);
