import type { OperationId, Product } from '#contracts';
import type { AnswerFacts, Ending, Facts, RequestFacts } from '#contracts/exchange';
import { parseDuration } from '#contracts/util';

// Builds small traffic by hand. Each call follows the one before, and uses its answer.

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
/** The default time of the first call. */
export const start = Date.parse('2026-11-20T10:00:00Z');

/** A time in ms, or in ISO 8601. */
type Time = number | `P${string}`;

const ms = (time: Time): number => (typeof time === 'number' ? time : parseDuration(time));

/** The status of a service as a word and a label. */
export type Shown = readonly [word: string, label: string];

/** The differences from a successful call. */
export interface Say {
  /** The time of the call in ms since the start. The default is the end of the call before. */
  at?: Time;
  /** Ms after the end of the call before. */
  after?: Time;
  /** Ms until the answer arrives. */
  took?: Time;
  /** The client uses another credential. */
  by?: string;
  status?: number;
  /** How the connection ended, if there was no answer. */
  lost?: Exclude<Ending, 'complete'>;
  /** Answered 200 with an unreadable body. */
  unreadable?: true;
  request?: Partial<RequestFacts>;
  /** Facts that replace or extend the usual ones. */
  answer?: Partial<AnswerFacts>;
  /** The status of a booking, or the statuses of its services, of which the first one is the booking's. */
  shows?: Shown | readonly Shown[];
  facts?: Partial<Facts>;
}

/** The statuses, as they are on the wire. */
export const wire = {
  confirmed: ['CONFIRMED', 'CONFIRMADO'],
  onRequest: ['OnRequest', 'EM PROGRESSO'],
  pending: ['Pending', 'EM PROGRESSO'],
  inProgress: ['PENDING', 'EM PROGRESSO'],
  technical: ['TechnicalProblem', 'PROBLEMA TECNICO'],
  creditBlocked: ['PENDING', 'SOLICITACAO DE RESERVA'],
  waitsForCard: ['PENDING', 'AGUARDANDO PAGAMENTO'],
  cancelling: ['PendingCancellation', 'EM PROGRESSO'],
  notForwarded: ['PendingCancellation', 'PROBLEMA NO CANCELAMENTO'],
  cancelled: ['Cancelled', 'CANCELADO'],
  rejected: ['Rejected', 'REJEITADO'],
  failed: ['FAILED', 'REJEITADO'],
} as const satisfies Record<string, Shown>;

/** Returns an idempotency key as clients send it, a different one for each number. */
export const uuid = (number: number): string =>
  `0000000${number}-0000-4000-8000-00000000000${number}`.slice(-36);

/** A builder of traffic. Each of its calls becomes the next one in `facts`. */
export interface TrafficBuilder {
  readonly facts: Facts[];
  search(say?: Say): TrafficBuilder;
  conditions(say?: Say): TrafficBuilder;
  /** Adds conditions by the ReToken of the last Search. */
  revalidate(result: string, say?: Say): TrafficBuilder;
  book(say?: Say): TrafficBuilder;
  pay(say?: Say): TrafficBuilder;
  cancel(say?: Say): TrafficBuilder;
  /** Adds GetBookingDetail of the last booking. */
  look(say?: Say): TrafficBuilder;
  /** Adds GetBooking by the reference of the last DoBooking. By default it finds nothing. */
  find(say?: Say): TrafficBuilder;
  list(say?: Say): TrafficBuilder;
  /** Adds a call of any other operation. */
  call(operation: OperationId | null, say?: Say): TrafficBuilder;
  /** Adds a call of the tool server. */
  tool(say?: Say): TrafficBuilder;
}

/** The values that the next call uses. */
interface State {
  now: number;
  tokens: number;
  token: string;
  reToken: string;
  bookings: number;
  bookingId: string;
}

const stay = { item: '1001001', units: ['room-1'] };
const guests = [{ adults: 2, ages: [7] }];

/** `speed`: virtual ms per real ms. @example traffic().search().conditions().book().facts */
export function traffic(product: Product = 'hotel', speed = 1): TrafficBuilder {
  const facts: Facts[] = [];
  const state: State = { now: start, tokens: 0, token: '', reToken: '', bookings: 0, bookingId: '' };

  function put(
    operation: OperationId | null,
    say: Say,
    usual: Pick<Facts, 'request' | 'answer'>,
  ): TrafficBuilder {
    const opened = say.at === undefined ? state.now + ms(say.after ?? 0) : start + ms(say.at);
    const over = opened + ms(say.took ?? 0);
    const number = facts.length + 1;
    const stamp = (at: number, part: number) => ({ at, real: (at - start) / speed + number + part });
    const isAnswered = say.lost === undefined;
    const status = say.status ?? 200;
    const answer =
      isAnswered && status === 200 && !say.unreadable
        ? { ...usual.answer, ...say.answer }
        : (say.answer ?? {});
    const one: Facts = {
      number,
      operation,
      method: 'POST',
      url: `/${operation}`,
      opened: stamp(opened, 0),
      ...(isAnswered && { answered: stamp(over, 0.4), status }),
      closed: { ...stamp(over, 0.5), ending: say.lost ?? 'complete', bytes: 1 },
      credential: { in: 'body', mark: say.by ?? 'demo' },
      request: { ...usual.request, ...say.request },
      answer,
      ...say.facts,
    };
    facts.push(one);
    // A call can be inserted between others. The next call still follows the last one.
    if (say.at === undefined || over > state.now) state.now = over;
    return builder;
  }

  function shown(shows: Say['shows'], id = state.bookingId): Partial<AnswerFacts> {
    if (!shows) return {};
    const all = isOne(shows) ? [shows] : shows;
    const [[word, label] = ['', '']] = all;
    const services = all.map(([bookingStatus, text], index) => {
      return { id: `${id}-${index + 1}`, bookingStatus, label: text };
    });
    return { bookingId: id, bookingStatus: word, label, services };
  }

  function give(operation: OperationId, proof: RequestFacts, say: Say): TrafficBuilder {
    state.tokens += 1;
    const token = `C${state.tokens}`;
    const terms = { restriction: 'CanBook', prePayment: false, payLater: true };
    const answer = { token, price: { value: 100, currency: 'BRL' }, ...terms };
    put(operation, say, { request: { ...proof, ...stay }, answer });
    const given = facts.at(-1)?.answer.token;
    if (given !== undefined) state.token = given;
    return builder;
  }

  const builder: TrafficBuilder = {
    facts,
    search(say = {}) {
      state.tokens += 1;
      [state.token, state.reToken] = [`S${state.tokens}`, `R${state.tokens}`];
      const request = {
        destination: '1001',
        start: '2026-12-10',
        end: '2026-12-12',
        rooms: guests,
        countries: ['BR'],
      };
      const answer = { token: state.token, reToken: state.reToken, found: 3 };
      return put(`${product}.search`, say, { request, answer });
    },
    conditions: (say = {}) => give(`${product}.getBookingConditions`, { token: state.token }, say),
    revalidate(revalidation, say = {}) {
      const answer = { revalidation, ...say.answer };
      return give(`${product}.getBookingConditions`, { reToken: state.reToken }, { ...say, answer });
    },
    book(say = {}) {
      state.bookings += 1;
      const attached = say.request?.bookingId;
      state.bookingId = attached !== undefined && attached !== '0' ? attached : `B${state.bookings}`;
      const request = {
        token: state.token,
        bookingId: '0',
        reference: `ref-${state.bookings}`,
        ...stay,
        rooms: guests,
        mainPax: 'Ana Silva',
      };
      const answer = { price: { value: 100, currency: 'BRL' }, ...shown(say.shows ?? wire.confirmed) };
      const facts = { idempotencyKey: uuid(state.bookings), ...say.facts };
      return put(`${product}.doBooking`, { ...say, facts }, { request, answer });
    },
    pay(say = {}) {
      const request = { bookingId: state.bookingId, payment: { condition: 'PC1-1' } };
      const { services: _, ...answer } = shown(say.shows ?? wire.confirmed);
      return put('payBooking', say, { request, answer: { paymentStatus: 'Approved', ...answer } });
    },
    cancel(say = {}) {
      const { services: _, ...answer } = shown(say.shows ?? wire.cancelled);
      return put('cancelBooking', say, { request: { bookingId: state.bookingId }, answer });
    },
    look(say = {}) {
      const answer = { ...shown(say.shows ?? wire.confirmed), found: 1 };
      return put('getBookingDetail', say, { request: { bookingId: state.bookingId }, answer });
    },
    find(say = {}) {
      const answer = say.shows ? { ...shown(say.shows), found: 1 } : { found: 0 };
      return put('getBooking', say, { request: { reference: `ref-${state.bookings}` }, answer });
    },
    list: (say = {}) => put('getBookingList', say, { request: {}, answer: { found: 1 } }),
    call: (operation, say = {}) => put(operation, say, { request: {}, answer: {} }),
    tool(say = {}) {
      const tool = { accept: 'application/json, text/event-stream', method: 'tools/list' };
      return put(null, { ...say, facts: { tool, ...say.facts } }, { request: {}, answer: {} });
    },
  };
  return builder;
}

const isOne = (shows: NonNullable<Say['shows']>): shows is Shown => typeof shows[0] === 'string';

/** A service that is added to the first booking. */
export const adding: Say = { request: { bookingId: 'B1', item: 'T1' } };

export const toConditions = (say?: Say): TrafficBuilder => traffic().search().conditions(say);

export const toBooking = (say?: Say): TrafficBuilder => toConditions().book(say);

/** A DoBooking without an answer. */
export const toLost = (): TrafficBuilder => toBooking({ lost: 'reset' });

/** Adds another DoBooking to what followed a lost one, the given ms after that one. */
export const lostTwice = (after: number, lost: TrafficBuilder = toLost()): TrafficBuilder =>
  lost.revalidate('SameRoomsFound').book({ at: after });

/** A booking that shows this status. */
export const booked = (shows: Shown): TrafficBuilder => toBooking({ shows });

/** A booking that shows its status again in polls after these times. */
export const polled = (shows: NonNullable<Say['shows']>, ...times: Time[]): TrafficBuilder =>
  times.reduce<TrafficBuilder>((builder, after) => builder.look({ after, shows }), toBooking({ shows }));
