import { isFinal, type ServiceStatus } from '#contracts';
import type { Fired } from '../clock/index.ts';
import { decimalId, hash64 } from '../seed.ts';
import type { BookingRecord, ServiceRecord, Store, TimelineStep } from '../store/index.ts';
import { settlePayments } from './payment.ts';
import { dueRows, moveTruth, synchronise } from './timeline.ts';

/** The bookings of one sandbox: the only place where statuses move. */
export interface Bookings {
  /** A booking of this credential, or undefined. */
  find(owner: string, id: string): BookingRecord | undefined;
  /** The booking that the client's own reference was given last, also for a service attached to it. */
  findByReference(owner: string, reference: string): BookingRecord | undefined;
  /** A new id that follows from the content of the request. */
  newId(content: string): string;
  /** Stores a booking with a service that was just booked, and what the supplier will do with it. */
  add(booking: BookingRecord, service: ServiceRecord): void;
  /** Replaces what the supplier will do with a service, beginning now; `save` is still to be called. */
  replan(booking: BookingRecord, service: ServiceRecord, steps: readonly TimelineStep[]): void;
  /**
   * Lets the supplier settle at an instant what is pending on a card for a service that it has confirmed before, whatever
   * becomes of the service meanwhile; `save` is still to be called. No status moves then.
   */
  settleAt(booking: BookingRecord, service: ServiceRecord, at: number): void;
  /** Stores what changed. */
  save(booking: BookingRecord): void;
  /** Stores what nobody but the clock needs to know: the booking keeps its place in the list. */
  saveQuietly(booking: BookingRecord): void;
  /** Brings the stored status in line with the supplier; every look-up of one booking does (trans.sync). */
  look(booking: BookingRecord, now: number): void;
  /** Lets the supplier do everything that is due by an instant. */
  fire(until: number): Fired[];
}

/** The bookings of a sandbox over its store. */
export function createBookings(seed: number, store: Store): Bookings {
  const owned = (owner: string, booking: BookingRecord | undefined) =>
    booking?.owner === owner ? booking : undefined;

  const { move, settle } = createMoves(seed, store);

  function newId(content: string): string {
    for (let count = 0; ; count += 1) {
      const id = decimalId(hash64(`booking ${count} ${content}`, seed), 10);
      if (!store.booking(id)) return id;
    }
  }

  function fireNext(until: number): Fired | undefined | 'silent' {
    const row = store.takeDue(until);
    if (!row) return undefined;
    const booking = store.booking(row.bookingId);
    const service = booking?.services.find(entry => entry.id === row.serviceId);
    if (!booking || !service) return 'silent';
    const { at, status } = row;
    if (status === undefined) return settleCard(booking, service, at);
    if (service.plan !== row.plan) return 'silent';
    const from: ServiceStatus = service.truth;
    move(booking, service, { at, status });
    store.saveBooking(booking, false);
    return { at, bookingId: booking.id, serviceId: service.id, from, to: status };
  }

  /** A card that was settled is news to whoever lists bookings at once; a status is, when somebody looked. */
  function settleCard(booking: BookingRecord, service: ServiceRecord, at: number): 'silent' {
    if (!settlePayments(booking, service, at)) return 'silent';
    booking.updatedAt = at;
    store.saveBooking(booking, true);
    return 'silent';
  }

  return {
    find: (owner, id) => owned(owner, store.booking(id)),
    findByReference(owner, reference) {
      const id = store.idByReference(owner, reference);
      return id === undefined ? undefined : owned(owner, store.booking(id));
    },
    newId,
    add(booking, service) {
      booking.services.push(service);
      settle(booking, service, service.toldAt);
      if (holdsRooms(service.truth)) for (const unit of service.units) store.addBooked(unit, 1);
      for (const row of dueRows(booking.id, service, service.timeline.slice(1))) store.addDue(row);
      store.saveBooking(booking, true);
    },
    replan(booking, service, steps) {
      const [first, ...later] = steps;
      if (!first) return;
      const stays = service.truth === first.status; // then it takes no step, and is told as before
      if (!stays) {
        move(booking, service, first);
        service.stored = first.status;
      }
      service.toldAt = first.at;
      service.plan += 1; // what the supplier would have done otherwise no longer happens
      const taken = service.timeline.filter(step => step.at <= first.at);
      service.timeline = [...taken, ...(stays ? later : steps)];
      for (const row of dueRows(booking.id, service, later)) store.addDue(row);
    },
    settleAt: (booking, { id, plan }, at) => store.addDue({ at, bookingId: booking.id, serviceId: id, plan }),
    save: booking => store.saveBooking(booking, true),
    saveQuietly: booking => store.saveBooking(booking, false),
    look(booking, now) {
      if (synchronise(booking, now)) store.saveBooking(booking, true);
    },
    fire(until) {
      const fired: Fired[] = [];
      for (let next = fireNext(until); next; next = fireNext(until)) if (next !== 'silent') fired.push(next);
      return fired;
    },
  };
}

/** How the supplier's truth of a service moves, and what follows from it. */
function createMoves(seed: number, store: Store) {
  function settle(booking: BookingRecord, service: ServiceRecord, at: number): void {
    if (service.truth === 'confirmed') service.confirmation ??= confirmationOf(service, seed);
    settlePayments(booking, service, at);
  }

  function move(booking: BookingRecord, service: ServiceRecord, { at, status }: TimelineStep): void {
    const held = holdsRooms(service.truth);
    moveTruth(service, status);
    settle(booking, service, at);
    if (held && !holdsRooms(status)) for (const unit of service.units) store.addBooked(unit, -1);
  }

  return { move, settle };
}

/** Whether the supplier keeps rooms for a service: as long as anything can still come of it. */
const holdsRooms = (status: ServiceStatus): boolean => !isFinal(status);

/** The confirmation number of a service, of a hotel its HCN: follows from its id. */
function confirmationOf(service: ServiceRecord, seed: number): string {
  const kind = service.product === 'hotel' ? 'HCN' : 'CN';
  return `${kind}${decimalId(hash64(`confirmation ${service.id}`, seed), 7)}`;
}
