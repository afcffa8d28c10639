import { hostMachine } from '#mock-server/clock/machine';
import { bookingBody, createHotelClient, type HotelClient } from '../../test/mock-server/hotel-client.ts';
import { credential } from '../../test/mock-server/store/kill/addresses.ts';

/** A DoBooking of a client, and what its answer said. */
interface Booked {
  readonly sandbox: string;
  readonly reference: string;
  /** The booking id of an answer; `nothing` or `uncertain` after an answer 503. */
  result: string;
}

/** The pause of a client between two bookings, in milliseconds. The load is light. */
const pauseMs = 50;
/** The time after which a call counts as a problem, in milliseconds. */
const maxCall = 30_000;
/** Waits in real time. */
export const wait = (ms: number) => new Promise<void>(resolve => void hostMachine.timer(ms, resolve));

/** A call that was answered 503. */
class Refused extends Error {
  override readonly name = 'Refused';
}

/** Books and looks up bookings, and records all answers. */
export class OutageLoad {
  readonly problems: string[] = [];
  readonly #bookings: Booked[] = [];
  readonly #exchanges = new Set<string>();
  readonly #waiting = new Map<object, () => void>();
  #answered = 0;
  #refused = 0;
  #broken = 0;

  /** Starts a client of one sandbox at one server. */
  start(url: string, sandbox: string): { stop(): Promise<void> } {
    const send = (address: string, init?: RequestInit) => this.#send(sandbox, address, init);
    const client = createHotelClient(send, { baseUrl: `${url}/sandbox/${sandbox}`, credential });
    const key = {};
    let isStopped = false;
    const run = async () => {
      while (!isStopped) {
        try {
          await this.#book(client, sandbox);
          this.#waiting.get(key)?.();
        } catch (error) {
          if (error instanceof Refused) this.#refused += 1;
          else if (error instanceof TypeError)
            this.#broken += 1; // `fetch failed`
          else this.problems.push(`a client of ${sandbox} failed: ${error}`);
        }
        await wait(pauseMs);
      }
    };
    const running = run();
    this.#waiting.set(key, () => {});
    return {
      stop: async () => {
        isStopped = true;
        this.#waiting.delete(key);
        await running;
      },
    };
  }

  /** Begins to count. */
  begin(): void {
    this.#answered = 0;
    this.#refused = 0;
    this.#broken = 0;
  }

  counts(): { answered: number; refused: number; broken: number } {
    return { answered: this.#answered, refused: this.#refused, broken: this.#broken };
  }

  /** Waits until every client has booked again. Returns the time in milliseconds. */
  async resumed(): Promise<number> {
    const began = performance.now();
    const all = [...this.#waiting.keys()].map(
      key => new Promise<void>(resolve => this.#waiting.set(key, resolve)),
    );
    const isLate = await Promise.race([Promise.all(all).then(() => false), wait(maxCall).then(() => true)]);
    if (isLate) this.problems.push('a client did not continue');
    return performance.now() - began;
  }

  /** Compares the stored bookings with all answers. Returns a sentence for each difference. */
  async check(url: string, sandboxes: readonly string[]): Promise<string[]> {
    const wrong: string[] = [];
    for (const sandbox of sandboxes) {
      const state = await (await fetch(`${url}/_control/sandboxes/${sandbox}/export`)).json();
      const bookings: { id: string; services: { reference: string }[] }[] = state.store.bookings;
      const stored = Map.groupBy(bookings, ({ services }) => services[0]?.reference ?? '');
      for (const { reference, result } of this.#bookings.filter(one => one.sandbox === sandbox)) {
        const ids = (stored.get(reference) ?? []).map(({ id }) => id);
        if (ids.length > 1) wrong.push(`${reference} was booked ${ids.length} times`);
        if (result === 'nothing' && ids.length > 0) wrong.push(`${reference} exists, but was refused`);
        if (result !== 'nothing' && result !== 'uncertain' && ids[0] !== result)
          wrong.push(`${reference} was answered ${result}, but is ${ids[0] ?? 'lost'}`);
      }
    }
    return wrong;
  }

  async #book(client: HotelClient, sandbox: string): Promise<void> {
    const conditions = await client.conditions();
    const reference = `r${this.#bookings.length}`;
    const booked: Booked = { sandbox, reference, result: 'uncertain' };
    this.#bookings.push(booked);
    const answer = await client
      .call('hotel.doBooking', { ...bookingBody(conditions), ExternalReference: reference })
      .catch(error => {
        if (error instanceof Refused && error.message.includes('changed nothing')) booked.result = 'nothing';
        throw error;
      });
    if (answer.status !== 200) throw new Refused(`${answer.status}: ${answer.text}`);
    booked.result = answer.body.BookingId;
    this.#answered += 1;
    const { Booking } = await client.detail(booked.result);
    if (Booking?.BookingId !== booked.result) this.problems.push(`booking ${booked.result} was not found`);
  }

  /** Sends a call. A 503 must have Retry-After. No two answers of a sandbox may have the same exchange number. */
  async #send(sandbox: string, address: string, init?: RequestInit): Promise<Response> {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(maxCall) });
    const exchange = `${sandbox} ${response.headers.get('x-understudy-exchange')}`;
    if (response.headers.has('x-understudy-exchange') && response.status === 200) {
      if (this.#exchanges.has(exchange)) this.problems.push(`exchange ${exchange} was answered twice`);
      this.#exchanges.add(exchange);
    }
    if (response.status !== 503) return response;
    if (!response.headers.has('retry-after')) this.problems.push('an answer 503 has no Retry-After');
    throw new Refused(await response.text());
  }
}
