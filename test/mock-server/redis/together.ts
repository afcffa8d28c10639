import type { BookingRecord } from '#mock-server/books/records/records';
import { hash32 } from '#mock-server/clock/seed';
import { bookingBody, createHotelClient } from '../hotel-client.ts';
import { clockStart, credential } from '../kill/addresses.ts';
import { type BookingCalls, callsFor } from '../kill/booking-calls.ts';
import { bookingModel } from '../kill/booking-model.ts';
import { type BookingHistory, History } from '../kill/history.ts';
import { isLinearisable } from '../kill/linearise.ts';
import { offered, paymentOf, plans } from '../payment-client.ts';

/** A load of several clients on several servers of one store. */
export interface Together {
  readonly urls: readonly string[];
  readonly clients: number;
  readonly sandboxes: number;
  /** The number of requests of all clients. */
  readonly requests: number;
  readonly seed: string;
  /** Called before each request with its number. */
  onRequest?(number: number): void;
}

/** The result of a load. */
export interface Played {
  readonly requests: number;
  readonly bookings: number;
  /** A sentence for each lost, repeated or contradictory answer. */
  readonly wrong: string[];
}

const json = { 'content-type': 'application/json' };

/**
 * Sends the calls of several clients to sandboxes that several servers share. Each request goes to any of the servers. A request to
 * a server that has ended has no answer. Then compares the answers with each other, and with the sandboxes.
 */
export async function playTogether(load: Together): Promise<Played> {
  const { urls, clients, sandboxes, seed } = load;
  const open = new Set(urls);
  let requests = 0;
  const draw = (what: string, below: number) => hash32(`${seed} ${what}`) % below;
  const server = (what: string) => [...open][draw(what, open.size)] ?? '';
  const all = Array.from({ length: sandboxes }, (_, index) => new Shared(`shared-${index}`));

  /** Sends a request to a server that is drawn from all that are open. */
  async function send(url: string, init?: RequestInit): Promise<Response> {
    requests += 1;
    load.onRequest?.(requests);
    const { origin } = new URL(url);
    const chosen = server(`server ${requests}`);
    try {
      return await fetch(url.replace(origin, chosen), init);
    } catch (error) {
      open.delete(chosen);
      throw error;
    }
  }

  async function play(index: number): Promise<void> {
    for (let step = 0; requests < load.requests; step += 1) {
      const drawStep = (what: string, below: number) => draw(`${index} ${step} ${what}`, below);
      const shared = all[drawStep('sandbox', all.length)];
      if (!shared) return;
      try {
        await shared.step({ url: urls[0] ?? '', send, draw: drawStep, name: `${seed}-${index}-${step}` });
      } catch (error) {
        if (!(error instanceof TypeError)) throw error; // the server has ended, so the call has no answer
      }
    }
  }

  for (const { id } of all) await create(urls[0] ?? '', id);
  await Promise.all(Array.from({ length: clients }, (_, index) => play(index)));
  const wrong: string[] = [];
  for (const shared of all) {
    shared.history.crash();
    const found = await Promise.all([...open].map(url => shared.check(url)));
    wrong.push(...found.flat(), ...shared.contradictions());
  }
  return { requests, bookings: all.reduce((sum, { history }) => sum + history.bookings.length, 0), wrong };
}

async function create(url: string, id: string): Promise<void> {
  const options = { rateLimit: false, idempotency: 'honoured' };
  const body = JSON.stringify({ credential, clock: { mode: 'manual', start: clockStart }, options });
  const { status } = await fetch(`${url}/_control/sandboxes/${id}`, { method: 'PUT', headers: json, body });
  if (status !== 201) throw new Error(`sandbox "${id}" was answered ${status}`);
}

const isChange = (path: string): boolean => /\/(DoBooking|Cancel\w*|payBooking)$/i.test(path);

interface Step {
  readonly url: string;
  readonly name: string;
  send(url: string, init?: RequestInit): Promise<Response>;
  draw(what: string, below: number): number;
}

const actions: readonly ((calls: BookingCalls) => Promise<unknown>)[] = [
  calls => calls.look(),
  calls => calls.find(),
  calls => calls.pay(),
  calls => calls.cancel(),
  calls => calls.decide('confirmed'),
  calls => calls.book(),
];

/** A sandbox that several servers share. */
class Shared {
  readonly id: string;
  readonly history = new History();

  constructor(id: string) {
    this.id = id;
  }

  /** Makes a booking, changes a known booking, or advances the clock. */
  async step(step: Step): Promise<void> {
    const { url, send, draw } = step;
    const note = (address: string, init?: RequestInit) =>
      this.history.note(address, () => send(address, init));
    const client = createHotelClient(note, { baseUrl: `${url}/sandbox/${this.id}`, credential });
    const caller = { url, client, history: this.history, send: note, sandbox: this.id };
    const known = this.history.bookings.filter(({ bookingId }) => bookingId !== undefined);
    const kind = draw('kind', 8);
    if (kind === 0) await this.#advance(url, send);
    else if (kind < 3 || known.length === 0) await this.#book(step, caller);
    else {
      const booking = known[draw('booking', known.length)];
      if (booking) await actions[draw('action', actions.length)]?.(callsFor(booking, caller));
    }
  }

  async #advance(url: string, send: Step['send']): Promise<void> {
    const address = `${url}/_control/sandboxes/${this.id}/clock/advance`;
    const answer = await send(address, { method: 'POST', headers: json, body: '{"by":"PT1S"}' });
    const { now }: { now: string } = await answer.json();
    if (now > this.history.clock) this.history.clock = now;
  }

  /** Books a hotel by two equal DoBookings at the same time. */
  async #book({ name, draw }: Step, caller: Parameters<typeof callsFor>[1]): Promise<void> {
    const { client } = caller;
    const day = Date.parse(clockStart) + (20 + draw('day', 300)) * 86_400_000;
    const date = (at: number) => new Date(at).toISOString().slice(0, 10);
    const search = await client.search({ CheckinDate: date(day), CheckoutDate: date(day + 2 * 86_400_000) });
    const conditions = await client.conditions(search, { isWanted: plans.payLater });
    const booking: BookingHistory = {
      reference: `trip-${name}`,
      idempotencyKey: `key-${name}`,
      body: { ...bookingBody(conditions), ExternalReference: `trip-${name}` },
      status: 'confirmed',
      payment: paymentOf(offered(conditions)[0]),
      calls: [],
      checked: 0,
      book: 'sent',
    };
    this.history.bookings.push(booking);
    const calls = callsFor(booking, caller);
    const sent = await Promise.allSettled([calls.book(), calls.book()]);
    for (const one of sent) if (one.status === 'rejected') throw one.reason;
  }

  /** Compares the bookings of a server with the answers. */
  async check(url: string): Promise<string[]> {
    const answer = await fetch(`${url}/_control/sandboxes/${this.id}/export`);
    const { state } = await answer.json();
    const bookings: BookingRecord[] = state.store.bookings;
    const byReference = Map.groupBy(bookings, ({ services }) => services[0]?.reference ?? '');
    const wrong = this.history.bookings.flatMap(({ reference, bookingId }) => {
      const [found, ...more] = byReference.get(reference) ?? [];
      if (more.length > 0) return [`${reference} was booked ${more.length + 1} times`];
      if (bookingId === undefined) return [];
      if (!found) return [`${reference} is lost`];
      return found.id === bookingId ? [] : [`${reference} has another id`];
    });
    const now = new Date(state.clock.now).toISOString();
    if (now < this.history.clock)
      wrong.push(`the clock of ${this.id} shows ${now}, before an answered instant`);
    const exchanges = await fetch(`${url}/_control/sandboxes/${this.id}/exchanges?bodies=false`);
    const facts: { number: number }[] = await exchanges.json();
    const numbers = new Set(facts.map(({ number }) => number));
    if (numbers.size !== facts.length) wrong.push(`the journal of ${this.id} has a number twice`);
    // The end of a server can lose the record of a call that has changed nothing.
    for (const { number, path, status } of this.history.answers)
      if (status === 200 && isChange(path) && !numbers.has(number))
        wrong.push(`call ${number} to ${path} is lost`);
    return wrong;
  }

  contradictions(): string[] {
    const { bookings, repeated } = this.history;
    return [
      ...repeated.map(number => `exchange ${number} of ${this.id} was answered twice`),
      ...bookings
        .filter(({ calls }) => !isLinearisable(calls, bookingModel))
        .map(
          ({ reference, calls }) =>
            `no order explains ${reference}: ${calls.map(call => JSON.stringify(call)).join('\n  ')}`,
        ),
    ];
  }
}
