import { isFinal, type ServiceStatus } from '#contracts';
import type { Fired } from '../clock/index.ts';
import { decimalId, hash64 } from '../seed.ts';
import type { BookingRecord, DueRow, ServiceRecord, Store, TimelineStep } from '../store/index.ts';
import { settlePayments } from './payment.ts';
import { dueRows, moveTruth, synchronise } from './timeline.ts';

/** The bookings of one sandbox over its store: the only place where statuses move. */
export class Bookings {
  readonly #seed: number;
  readonly #store: Store;

  constructor(seed: number, store: Store) {
    this.#seed = seed;
    this.#store = store;
  }

  /** Returns a booking of this credential. */
  find(owner: string, id: string): BookingRecord | undefined {
    const booking = this.#store.booking(id);
    return booking?.owner === owner ? booking : undefined;
  }

  /** Returns the booking that was last given this reference by the client, also for a service attached to it. */
  findByReference(owner: string, reference: string): BookingRecord | undefined {
    const id = this.#store.idByReference(owner, reference);
    return id === undefined ? undefined : this.find(owner, id);
  }

  /** Returns an unused id that follows from the content of the request. */
  newId(content: string): string {
    for (let count = 0; ; count += 1) {
      const id = decimalId(hash64(`booking ${count} ${content}`, this.#seed), 10);
      if (!this.#store.booking(id)) return id;
    }
  }

  /** Stores a booking with a service that was just booked, and what the supplier will do with it. */
  add(booking: BookingRecord, service: ServiceRecord): void {
    booking.services.push(service);
    this.#settle(booking, service, service.toldAt);
    if (holdsRooms(service.truth)) for (const unit of service.units) this.#store.addBooked(unit, 1);
    for (const row of dueRows(booking.id, service, service.timeline.slice(1))) this.#store.addDue(row);
    this.#store.saveBooking(booking, true);
  }

  /** Replaces what the supplier will do with a service from now on; the caller calls `save` afterwards. */
  replan(booking: BookingRecord, service: ServiceRecord, steps: readonly TimelineStep[]): void {
    const [first, ...later] = steps;
    if (!first) return;
    const stays = service.truth === first.status; // then the status takes no step, and is reported as before
    if (!stays) {
      this.#move(booking, service, first);
      service.stored = first.status;
    }
    service.toldAt = first.at;
    service.plan += 1; // the due rows of the earlier plan no longer count
    const taken = service.timeline.filter(step => step.at <= first.at);
    service.timeline = [...taken, ...(stays ? later : steps)];
    for (const row of dueRows(booking.id, service, later)) this.#store.addDue(row);
  }

  /**
   * Lets the supplier settle at an instant the pending card payments of a service that it has confirmed before, whatever
   * becomes of the service until then. No status moves. The caller calls `save` afterwards.
   */
  settleAt(booking: BookingRecord, { id, plan }: ServiceRecord, at: number): void {
    this.#store.addDue({ at, bookingId: booking.id, serviceId: id, plan });
  }

  /** Stores what changed. */
  save(booking: BookingRecord): void {
    this.#store.saveBooking(booking, true);
  }

  /** Stores a change that only the clock needs to know: the booking keeps its place in the list. */
  saveQuietly(booking: BookingRecord): void {
    this.#store.saveBooking(booking, false);
  }

  /** Brings the stored status in line with the supplier; every look-up of one booking does (trans.sync). */
  look(booking: BookingRecord, now: number): void {
    if (synchronise(booking, now)) this.save(booking);
  }

  /** Lets the supplier do everything that is due by an instant. */
  fire(until: number): Fired[] {
    const fired: Fired[] = [];
    for (let row = this.#store.takeDue(until); row; row = this.#store.takeDue(until)) {
      const event = this.#fireRow(row);
      if (event) fired.push(event);
    }
    return fired;
  }

  #fireRow({ at, status, bookingId, serviceId, plan }: DueRow): Fired | undefined {
    const booking = this.#store.booking(bookingId);
    const service = booking?.services.find(entry => entry.id === serviceId);
    if (!booking || !service) return undefined;
    if (status === undefined) this.#settleCard(booking, service, at);
    if (status === undefined || service.plan !== plan) return undefined;
    const from: ServiceStatus = service.truth;
    this.#move(booking, service, { at, status });
    this.saveQuietly(booking);
    return { at, bookingId, serviceId, from, to: status };
  }

  /** A settled card moves the booking to the top of the list at once; a status does so when a client looks. */
  #settleCard(booking: BookingRecord, service: ServiceRecord, at: number): void {
    if (!settlePayments(booking, service, at)) return;
    booking.updatedAt = at;
    this.save(booking);
  }

  #settle(booking: BookingRecord, service: ServiceRecord, at: number): void {
    if (service.truth === 'confirmed') service.confirmation ??= confirmationOf(service, this.#seed);
    settlePayments(booking, service, at);
  }

  /** Moves the supplier's status of a service, and does what follows from it. */
  #move(booking: BookingRecord, service: ServiceRecord, { at, status }: TimelineStep): void {
    const held = holdsRooms(service.truth);
    moveTruth(service, status);
    this.#settle(booking, service, at);
    if (held && !holdsRooms(status)) for (const unit of service.units) this.#store.addBooked(unit, -1);
  }
}

/** Creates the bookings of a sandbox over its store. */
export const createBookings = (seed: number, store: Store): Bookings => new Bookings(seed, store);

/** Whether the supplier keeps rooms for a service: as long as anything can still come of it. */
const holdsRooms = (status: ServiceStatus): boolean => !isFinal(status);

/** The confirmation number of a service, of a hotel its HCN: follows from its id. */
function confirmationOf(service: ServiceRecord, seed: number): string {
  const kind = service.product === 'hotel' ? 'HCN' : 'CN';
  return `${kind}${decimalId(hash64(`confirmation ${service.id}`, seed), 7)}`;
}
