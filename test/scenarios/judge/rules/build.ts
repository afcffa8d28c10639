import type { OperationId, Product } from '#contracts';
import type { AnswerFacts, Ending, Facts, RequestFacts } from '#contracts/exchange';

// Builds small traffic by hand. Each call follows the one before, and uses its answer.

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
/** The default time of the first call. */
export const start = Date.parse('2026-11-20T10:00:00Z');

/** The differences from a successful call. */
export interface Say {
  /** The time of the call in ms since the start. The default is the end of the call before. */
  at?: number;
  /** Ms after the end of the call before. */
  after?: number;
  /** Ms until the answer arrives. */
  took?: number;
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
  /** The statuses of a booking's services, as words and labels. The first one is the booking's. */
  shows?: readonly (readonly [string, string])[];
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
} as const;

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
    const opened = say.at === undefined ? state.now + (say.after ?? 0) : start + say.at;
    const over = opened + (say.took ?? 0);
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
    const [[word, label] = ['', '']] = shows;
    const services = shows.map(([bookingStatus, text], index) => ({
      id: `${id}-${index + 1}`,
      bookingStatus,
      label: text,
    }));
    return { bookingId: id, bookingStatus: word, label, services };
  }

  function give(operation: OperationId, proof: RequestFacts, say: Say): TrafficBuilder {
    state.tokens += 1;
    const token = `C${state.tokens}`;
    const answer = {
      token,
      price: { value: 100, currency: 'BRL' },
      restriction: 'CanBook',
      prePayment: false,
      payLater: true,
    };
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
    revalidate: (revalidation, say = {}) =>
      give(
        `${product}.getBookingConditions`,
        { reToken: state.reToken },
        { ...say, answer: { revalidation, ...say.answer } },
      ),
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
      const answer = { price: { value: 100, currency: 'BRL' }, ...shown(say.shows ?? [wire.confirmed]) };
      const idempotencyKey = uuid(state.bookings);
      return put(
        `${product}.doBooking`,
        { ...say, facts: { idempotencyKey, ...say.facts } },
        { request, answer },
      );
    },
    pay(say = {}) {
      const request = { bookingId: state.bookingId, payment: { condition: 'PC1-1' } };
      const { services: _, ...answer } = shown(say.shows ?? [wire.confirmed]);
      return put('payBooking', say, { request, answer: { paymentStatus: 'Approved', ...answer } });
    },
    cancel(say = {}) {
      const { services: _, ...answer } = shown(say.shows ?? [wire.cancelled]);
      return put('cancelBooking', say, { request: { bookingId: state.bookingId }, answer });
    },
    look(say = {}) {
      const answer = { ...shown(say.shows ?? [wire.confirmed]), found: 1 };
      return put('getBookingDetail', say, { request: { bookingId: state.bookingId }, answer });
    },
    find(say = {}) {
      const answer = say.shows ? { ...shown(say.shows), found: 1 } : { found: 0 };
      return put('getBooking', say, { request: { reference: `ref-${state.bookings}` }, answer });
    },
    list: (say = {}) => put('getBookingList', say, { request: {}, answer: { found: 1 } }),
    call: (operation, say = {}) => put(operation, say, { request: {}, answer: {} }),
    tool: (say = {}) =>
      put(
        null,
        {
          ...say,
          facts: {
            tool: { accept: 'application/json, text/event-stream', method: 'tools/list' },
            ...say.facts,
          },
        },
        { request: {}, answer: {} },
      ),
  };
  return builder;
}

export const toConditions = (say?: Say): TrafficBuilder => traffic().search().conditions(say);

export const toBooking = (say?: Say): TrafficBuilder => toConditions().book(say);
