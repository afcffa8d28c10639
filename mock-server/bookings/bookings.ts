import type { ServiceStatus } from '#contracts';
import type { Fired } from '../clock.ts';
import { decimalId, hash64 } from '../seed.ts';
import type { BookingRecord, ServiceRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { dueRows, moveTruth, synchronise } from './timeline.ts';

/** The bookings of one sandbox: the only place where statuses move. */
export interface Bookings {
  /** A booking of this credential, or undefined. */
  find(owner: string, id: string): BookingRecord | undefined;
  /** The newest booking with the client's own reference. */
  findByReference(owner: string, reference: string): BookingRecord | undefined;
  /** A new id that follows from the content of the request. */
  newId(content: string): string;
  /** Stores a booking with a service that was just booked, and what the supplier will do with it. */
  add(booking: BookingRecord, service: ServiceRecord): void;
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

  function newId(content: string): string {
    for (let count = 0; ; count += 1) {
      const id = decimalId(hash64(`booking ${count} ${content}`, seed), 10);
      if (!store.booking(id)) return id;
    }
  }

  function fireNext(until: number): Fired | undefined | 'stale' {
    const row = store.takeDue(until);
    if (!row) return undefined;
    const booking = store.booking(row.bookingId);
    const service = booking?.services.find(entry => entry.id === row.serviceId);
    if (!booking || !service || service.plan !== row.plan) return 'stale';
    const from: ServiceStatus = service.truth;
    moveTruth(service, row.status);
    if (row.status === 'confirmed') service.confirmation ??= confirmationOf(service, seed);
    store.saveBooking(booking, false);
    return { at: row.at, bookingId: booking.id, serviceId: service.id, from, to: row.status };
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
      if (service.truth === 'confirmed') service.confirmation = confirmationOf(service, seed);
      for (const unit of service.units) store.addBooked(unit, 1);
      for (const row of dueRows(booking.id, service)) store.addDue(row);
      store.saveBooking(booking, true);
    },
    save: booking => store.saveBooking(booking, true),
    saveQuietly: booking => store.saveBooking(booking, false),
    look(booking, now) {
      if (synchronise(booking, now)) store.saveBooking(booking, true);
    },
    fire(until) {
      const fired: Fired[] = [];
      for (let next = fireNext(until); next; next = fireNext(until)) if (next !== 'stale') fired.push(next);
      return fired;
    },
  };
}

/** The hotel confirmation number of a service: follows from its id. */
function confirmationOf(service: ServiceRecord, seed: number): string {
  return `HCN${decimalId(hash64(`confirmation ${service.id}`, seed), 7)}`;
}
