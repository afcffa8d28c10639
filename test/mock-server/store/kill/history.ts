import type { BookingCall, BookingInput, BookingOutput } from './booking-model.ts';

/** A change that a client requested: whether the server answered, so that the change must survive the end of the process. */
export type Request = 'sent' | 'answered';

export interface BookingHistory {
  readonly reference: string;
  readonly idempotencyKey: string;
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

/** The answer of a sandbox to a call, with the moments of the call and of the end of its answer. */
export interface AnsweredCall {
  readonly number: number;
  readonly path: string;
  readonly status: number;
  /** The server process: its address, and the number of servers that were killed before. */
  readonly server: string;
  readonly sent: number;
  readonly ended: number;
}

export class History {
  readonly bookings: BookingHistory[] = [];
  readonly faults = new Map<string, Request>();
  readonly sandboxes = new Map<string, Request>();
  /** The latest instant of the clock that an answer showed, as ISO text. */
  clock = '';
  /** The number of seconds by which the clients have tried to advance the clock. */
  advances = 0;
  requests = 0;
  /** The number of calls that a fault was armed to hold. */
  held = 0;
  /** The references of the DoBookings that a fault was armed to hold after their effect. */
  readonly heldAfterEffect = new Set<string>();
  /** The highest exchange number that an answer showed. */
  exchange = 0;
  /** The exchange numbers that more than one answer showed. */
  readonly repeated: number[] = [];
  readonly answers: AnsweredCall[] = [];
  readonly #exchanges = new Set<number>();
  #moment = 0;
  #crashes = 0;
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

  /** Sends a call, and notes its exchange number when its whole answer has arrived. A call of the control API has no number. */
  async note(url: string, send: () => Promise<Response>): Promise<Response> {
    const sent = this.#tick();
    const answer = await send();
    const body = await answer.arrayBuffer();
    const number = Number(answer.headers.get('x-understudy-exchange'));
    if (number > 0) {
      const { pathname: path, origin } = new URL(url);
      if (this.#exchanges.has(number)) this.repeated.push(number);
      this.#exchanges.add(number);
      this.exchange = Math.max(this.exchange, number);
      this.answers.push({
        number,
        path,
        status: answer.status,
        server: `${origin} ${this.#crashes}`,
        sent,
        ended: this.#tick(),
      });
    }
    return new Response(body.byteLength > 0 ? body : null, answer);
  }

  /** Notes that the server has ended. Calls without an answer can have no later effect. */
  crash(): void {
    this.#crashes += 1;
    const ended = this.#tick();
    for (const [call, calls] of this.#waiting) calls.push({ ...call, ended, output: undefined });
    this.#waiting.clear();
  }

  #tick(): number {
    this.#moment += 1;
    return this.#moment;
  }
}
