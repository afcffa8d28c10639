import { isFinal, type ServiceStatus } from '#contracts';
import type { Fired } from '../clock/index.ts';
import { decimalId, hash64 } from '../seed.ts';
import type { BookingRecord, DueRow, ServiceRecord, Store, TimelineStep } from '../store/index.ts';
import { settlePayments } from './payment.ts';
import { moveTruth, synchronise } from './timeline.ts';

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

  /** Returns the last booking with this reference, also when an attached service has it. */
  findByReference(owner: string, reference: string): BookingRecord | undefined {
    const id = this.#store.idByReference(owner, reference);
    return id === undefined ? undefined : this.find(owner, id);
  }

  /** Returns an unused id that follows from the content of a request. */
  newId(content: string): string {
    for (let count = 0; ; count += 1) {
      const id = decimalId(hash64(`booking ${count} ${content}`, this.#seed), 10);
      if (!this.#store.booking(id)) return id;
    }
  }

  /** Stores a booking with a new service, and schedules its timeline. */
  add(booking: BookingRecord, service: ServiceRecord): void {
    booking.services.push(service);
    this.#settle(booking, service, service.toldAt);
    if (holdsRooms(service.truth)) for (const unit of service.units) this.#store.addBooked(unit, 1);
    this.#schedule(booking, service, service.timeline.slice(1));
    this.#store.saveBooking(booking, true);
  }

  /** Replaces the timeline of a service from now on; the caller calls `save` afterwards. */
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
    this.#schedule(booking, service, later);
  }

  /**
   * Schedules the settlement of the pending card payments of a confirmed service. No status moves. The caller calls `save`
   * afterwards.
   */
  settleAt(booking: BookingRecord, { id, plan }: ServiceRecord, at: number): void {
    this.#store.addDue({ at, bookingId: booking.id, serviceId: id, plan });
  }

  /** Stores a change. */
  save(booking: BookingRecord): void {
    this.#store.saveBooking(booking, true);
  }

  /** Stores a change that the list does not show: the booking keeps its place there. */
  saveQuietly(booking: BookingRecord): void {
    this.#store.saveBooking(booking, false);
  }

  /** Updates the stored statuses from the supplier's; every look-up of one booking does this (trans.sync). */
  look(booking: BookingRecord, now: number): void {
    if (synchronise(booking, now)) this.save(booking);
  }

  /** Applies every event that is due by an instant. */
  fire(until: number): Fired[] {
    const fired: Fired[] = [];
    for (let row = this.#store.takeDue(until); row; row = this.#store.takeDue(until)) {
      const event = this.#fireRow(row);
      if (event) fired.push(event);
    }
    return fired;
  }

  #schedule(booking: BookingRecord, { id: serviceId, plan }: ServiceRecord, steps: TimelineStep[]): void {
    for (const { at, status } of steps)
      this.#store.addDue({ at, bookingId: booking.id, serviceId, plan, status });
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

  /** A settled card moves the booking to the top of the list at once, a status only at the next look-up. */
  #settleCard(booking: BookingRecord, service: ServiceRecord, at: number): void {
    if (!settlePayments(booking, service, at)) return;
    booking.updatedAt = at;
    this.save(booking);
  }

  #settle(booking: BookingRecord, service: ServiceRecord, at: number): void {
    if (service.truth === 'confirmed') service.confirmation ??= confirmationOf(service, this.#seed);
    settlePayments(booking, service, at);
  }

  /** Moves the supplier's status of a service, settles its cards and frees its rooms. */
  #move(booking: BookingRecord, service: ServiceRecord, { at, status }: TimelineStep): void {
    const held = holdsRooms(service.truth);
    moveTruth(service, status);
    this.#settle(booking, service, at);
    if (held && !holdsRooms(status)) for (const unit of service.units) this.#store.addBooked(unit, -1);
  }
}

/** Creates the bookings of a sandbox over its store. */
export const createBookings = (seed: number, store: Store): Bookings => new Bookings(seed, store);

/** Whether the supplier keeps rooms for a service: until its status is final. */
const holdsRooms = (status: ServiceStatus): boolean => !isFinal(status);

/** Returns the confirmation number of a service (HCN for a hotel); it follows from its id. */
function confirmationOf(service: ServiceRecord, seed: number): string {
  const kind = service.product === 'hotel' ? 'HCN' : 'CN';
  return `${kind}${decimalId(hash64(`confirmation ${service.id}`, seed), 7)}`;
}
