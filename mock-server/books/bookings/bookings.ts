import { canMove, isFinal, pollingPlan, type ServiceStatus } from '#contracts';
import { decimalId, type Fired, hash64 } from '../../clock/index.ts';
import type { BookingRecord, DueRow, MemoryStore, ServiceRecord, TimelineStep } from '../records/index.ts';
import { chargeFor, settlePayments } from './payment.ts';

/** Only this class changes the status of a service. */
export class Bookings {
  readonly #seed: number;
  readonly #store: MemoryStore;

  constructor(seed: number, store: MemoryStore) {
    this.#seed = seed;
    this.#store = store;
  }

  find(owner: string, id: string): BookingRecord | undefined {
    const booking = this.#store.booking(id);
    return booking?.owner === owner ? booking : undefined;
  }

  findByReference(owner: string, reference: string): BookingRecord | undefined {
    const id = this.#store.idByReference(owner, reference);
    return id === undefined ? undefined : this.find(owner, id);
  }

  newId(content: string): string {
    for (let count = 0; ; count += 1) {
      const id = decimalId(hash64(`booking ${count} ${content}`, this.#seed), bookingDigits);
      if (!this.#store.booking(id)) return id;
    }
  }

  add(booking: BookingRecord, service: ServiceRecord): void {
    booking.services.push(service);
    this.#settle(booking, service, service.toldAt);
    this.#schedule(booking, service, service.timeline.slice(1));
    this.#store.saveBooking(booking, true);
  }

  /** The caller must call `save` afterwards. */
  replan(booking: BookingRecord, service: ServiceRecord, steps: readonly TimelineStep[]): void {
    const [first, ...later] = steps;
    if (!first) return;
    const stays = service.truth === first.status; // the status does not change, and stays visible as before
    if (!stays) {
      this.#move(booking, service, first);
      service.stored = first.status;
    }
    service.toldAt = first.at;
    service.plan += 1; // the due events of the earlier timeline no longer apply
    const taken = service.timeline.filter(step => step.at <= first.at);
    service.timeline = [...taken, ...(stays ? later : steps)];
    this.#schedule(booking, service, later);
  }

  /** The stored status stays until the next look-up (trans.sync). @throws Error for a change that is not allowed */
  decide(booking: BookingRecord, service: ServiceRecord, step: TimelineStep): Fired {
    const from: ServiceStatus = service.truth;
    this.#move(booking, service, step);
    service.plan += 1; // the due events of the earlier timeline no longer apply
    service.timeline = [...service.timeline.filter(({ at }) => at <= step.at), step];
    this.saveQuietly(booking);
    return { at: step.at, bookingId: booking.id, serviceId: service.id, from, to: step.status };
  }

  /** Settles pending card payments. The caller must call `save` afterwards. */
  settleAt(booking: BookingRecord, { id, plan }: ServiceRecord, at: number): void {
    this.#store.addDue({ at, bookingId: booking.id, serviceId: id, plan });
  }

  /** Moves the booking to the top of the list; `saveQuietly` does not. */
  save(booking: BookingRecord): void {
    this.#store.saveBooking(booking, true);
  }

  saveQuietly(booking: BookingRecord): void {
    this.#store.saveBooking(booking, false);
  }

  *fire(until: number): Generator<Fired | undefined, void> {
    for (let row = this.#store.takeDue(until); row; row = this.#store.takeDue(until))
      yield this.#fireRow(row);
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

  #settleCard(booking: BookingRecord, service: ServiceRecord, at: number): void {
    if (!settlePayments(booking, service, at)) return;
    booking.updatedAt = at;
    this.save(booking);
  }

  #settle(booking: BookingRecord, service: ServiceRecord, at: number): void {
    if (service.truth === 'confirmed') service.confirmation ??= confirmationOf(service, this.#seed);
    settlePayments(booking, service, at);
  }

  #move(booking: BookingRecord, service: ServiceRecord, { at, status }: TimelineStep): void {
    moveTruth(service, status);
    this.#settle(booking, service, at);
  }
}

function confirmationOf(service: ServiceRecord, seed: number): string {
  const kind = service.product === 'hotel' ? 'HCN' : 'CN';
  return `${kind}${decimalId(hash64(`confirmation ${service.id}`, seed), 7)}`;
}

const bookingDigits = 7;
const countDigits = 2;

/** Public clients read both ids as signed numbers of 32 bits, so no id has more than 9 digits. */
export const nextServiceId = ({ id, services }: Pick<BookingRecord, 'id' | 'services'>): string =>
  id + String(services.length + 1).padStart(countDigits, '0');

/** The booking need not exist. */
export const bookingIdOf = (serviceId: string): string => serviceId.slice(0, -countDigits);

function moveTruth(service: ServiceRecord, to: ServiceStatus): void {
  const { truth: from } = service;
  if (from !== to && !canMove(from, to))
    throw new Error(
      `a service cannot go from ${from} to ${to}; contracts/clauses/booking-status.ts lists the allowed changes`,
    );
  service.truth = to;
}

/** For each look-up (trans.sync). An OnRequest service is shown as Pending from the first poll on. */
export function synchronise(booking: BookingRecord, now: number): boolean {
  let changed = false;
  for (const service of booking.services) {
    const next = service.truth === 'on-request' ? 'pending' : service.truth;
    if (service.stored === next) continue;
    service.stored = next;
    service.toldAt = now;
    changed = true;
  }
  if (changed) booking.updatedAt = now;
  return changed;
}

export function nextPollDue(booking: BookingRecord): number | undefined {
  const due = booking.services.flatMap(service => {
    // Clients poll a confirmed booking until its pending card payment is settled.
    const isSettling = service.stored === 'confirmed' && chargeFor(booking, service)?.status === 'Pending';
    const plan = pollingPlan(isSettling ? 'pending' : service.stored, service.onRequest);
    return plan ? service.toldAt + plan.interval : [];
  });
  return due.length > 0 ? Math.min(...due) : undefined;
}

/** The first undecided service, otherwise the first confirmed one, otherwise the last. */
export function leadingService(booking: Pick<BookingRecord, 'services'>): ServiceRecord | undefined {
  const { services } = booking;
  return (
    services.find(service => !isFinal(service.stored) && service.stored !== 'confirmed') ??
    services.find(service => service.stored === 'confirmed') ??
    services.at(-1)
  );
}
