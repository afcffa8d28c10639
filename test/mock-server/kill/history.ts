import type { BookingCall, BookingInput, BookingOutput } from './booking-model.ts';

/** A change that a client requested: whether the server answered, so that the change must survive the end of the process. */
export type Request = 'sent' | 'answered';

/** A DoBooking, and all calls for its booking. */
export interface BookingHistory {
  readonly reference: string;
  readonly idempotencyKey: string;
  /** The body of the DoBooking. */
  readonly body: object;
  /** The status of the booking if the supplier has a free room. */
  readonly status: 'confirmed' | 'on-request';
  /** The fields of a payment, without the booking id. */
  readonly payment: object;
  readonly calls: BookingCall[];
  /** How many of the calls were checked. */
  checked: number;
  /** Whether a DoBooking was answered with status 200, or will never be. */
  book: Request | 'given up';
  bookingId?: string;
}

/** All changes that the clients of a kill test requested. */
export class History {
  readonly bookings: BookingHistory[] = [];
  readonly faults = new Map<string, Request>();
  readonly sandboxes = new Map<string, Request>();
  /** The latest instant of the clock that an answer showed, as ISO text. */
  clock = '';
  /** The number of seconds by which the clients have tried to advance the clock. */
  advances = 0;
  /** The number of calls that a fault was armed to hold. */
  held = 0;
  /** The highest exchange number that an answer showed. */
  exchange = 0;
  /** The exchange numbers that more than one answer showed. */
  readonly repeated: number[] = [];
  readonly #exchanges = new Set<number>();
  #moment = 0;
  /** The calls without an answer, by the list to which they belong. */
  readonly #waiting = new Map<Omit<BookingCall, 'ended' | 'output'>, BookingCall[]>();

  /** Sends a call for a booking, and records its moments and the short form of its answer. */
  async record<Answer extends { output: BookingOutput }>(
    { calls }: BookingHistory,
    input: BookingInput,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const call = { input, sent: this.#tick() };
    this.#waiting.set(call, calls);
    const answer = await send();
    this.#waiting.delete(call);
    calls.push({ ...call, ended: this.#tick(), output: answer.output });
    return answer;
  }

  /** Notes the exchange number of an answer; 0 for an answer without a number. */
  answered(exchange: number): void {
    if (exchange > 0 && this.#exchanges.has(exchange)) this.repeated.push(exchange);
    this.#exchanges.add(exchange);
    this.exchange = Math.max(this.exchange, exchange);
  }

  /** Notes that the server has ended. Calls without an answer can have no later effect. */
  crash(): void {
    const ended = this.#tick();
    for (const [call, calls] of this.#waiting) calls.push({ ...call, ended, output: undefined });
    this.#waiting.clear();
  }

  #tick(): number {
    this.#moment += 1;
    return this.#moment;
  }
}
