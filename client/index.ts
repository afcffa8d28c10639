import { applyProfile, type Clock, operations, type Profile, type ResponseOf, systemClock } from '#contracts';
import { type CallOperation, compose, createCalls } from './calls.ts';
import { checkOptions } from './check.ts';
import { createExchange } from './exchange.ts';
import {
  type BookingOutcome,
  type BookingRequest,
  book,
  type CancelOutcome,
  type CancelRequest,
  type Consent,
  type Context,
  cancel,
  type PaymentRequest,
  pay,
  type Resumed,
  resume,
} from './flow/index.ts';
import { createMemoryLedger, type Ledger } from './ledger/index.ts';
import { createPolicies, type Logger, type Policies } from './policies/index.ts';
import { newUuid as randomUuid } from './seed-uuid.ts';
import { createStaticCache } from './static-cache.ts';
import { createTools, type Tools } from './tools.ts';

/** The options of `createClient`. */
export interface ClientOptions {
  /** The address of the booking API, without a slash at its end. */
  readonly baseUrl: string;
  /** The address of static data; `baseUrl` by default. */
  readonly commonsUrl?: string | undefined;
  /** The address of the tool server with its path; `tools` needs it, and `mcpToken`, its bearer token. */
  readonly mcpUrl?: string | undefined;
  readonly mcpToken?: string | undefined;
  /** The client sends it in the body of every booking, back-office and payment call (auth.1). */
  readonly credential: { readonly Username: string; readonly Password: string };
  /** Static data needs it, and `managerId` (auth.4). */
  readonly staticToken?: string | undefined;
  readonly managerId?: number | undefined;
  /** The dialect of the supplier, from `parseProfile`. */
  readonly profile?: Profile | undefined;
  /** All waits, time-outs and ages use it; the system's clock by default. */
  readonly clock?: Clock | undefined;
  /** The platform's `fetch` by default. */
  readonly fetch?: typeof fetch | undefined;
  /** Remembers bookings; by default in memory, which no restart survives. */
  readonly ledger?: Ledger | undefined;
  /** Gets an entry for every attempt, masked (auth.5). */
  readonly logger?: Logger | undefined;
  readonly policies?: Policies | undefined;
  /** Makes references and Idempotency-Keys, each a new UUID v4 (flow.3); for runs that must be reproducible. */
  readonly newUuid?: (() => string) | undefined;
}

/** Options of one flow. */
export interface FlowOptions {
  /** Ends waits and calls early; the flow then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A client of the supplier. Every call goes through its policies: retry, rate limit, circuit breaker, time-out and log. */
export interface Client {
  /**
   * Calls one operation, typed by the contract. Rejects with a `CallError`.
   *
   * @example const { answer } = await client.call('getBookingDetail', { BookingId: '9' });
   */
  readonly call: CallOperation;
  /**
   * Books what is requested, and returns how it ended. Wrong arguments are the outcome `error` with a TypeError; the promise
   * rejects only when the signal is aborted.
   *
   * @example const { outcome } = await client.book(request, ({ shown }) => shown.total.Value < 1_000);
   */
  book(request: BookingRequest, consent: Consent, options?: FlowOptions): Promise<BookingOutcome>;
  /**
   * Pays a booking that waits for its payment, for example after its card was declined, and follows it up. The ledger must
   * have the booking, because it holds the payment conditions of the offer; without it the outcome is an UnknownBookingError.
   *
   * @example const { outcome } = await client.pay({ bookingId: '9', payment: otherCard });
   */
  pay(request: PaymentRequest, options?: FlowOptions): Promise<BookingOutcome>;
  /**
   * Cancels a trip or a service of it, and follows it up for up to 30 minutes.
   *
   * @example const { outcome } = await client.cancel({ bookingId: '9', service: { product: 'car', id: '9-2' } });
   */
  cancel(request: CancelRequest, options?: FlowOptions): Promise<CancelOutcome>;
  /**
   * Finishes the bookings of ended processes: call it at every start. It can take a day for an OnRequest; it calls `each` for
   * every booking as soon as that has ended.
   *
   * @example void client.resume({ each: ({ reference, outcome }) => console.log(reference, outcome.outcome) });
   */
  resume(options?: FlowOptions & { readonly each?: (resumed: Resumed) => void }): Promise<Resumed[]>;
  /** Returns an airport by its IATA code, such as `GRU`; the client keeps the answer for 30 days. Rejects with a `CallError`. */
  airport(code: string): Promise<ResponseOf<'airportDetail'>>;
  /** Returns a hotel by its id; the client keeps the answer for 30 days. Rejects with a `CallError`. */
  hotel(id: number): Promise<ResponseOf<'hotelDetail'>>;
  /** The documentation of the tool server. Throws a TypeError when the client has no `mcpUrl` or `mcpToken`. */
  readonly tools: Tools;
}

/**
 * Creates a client.
 *
 * @throws ProfileError when the profile does not fit the contract
 * @throws TypeError that names an unknown, missing or wrong option
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010', credential: { Username: 'demo', Password: 'demo' } });
 * const outcome = await client.book(request, question => askTheUser(question));
 */
export function createClient(options: ClientOptions): Client {
  checkOptions(options);
  const { clock = systemClock, ledger = createMemoryLedger(), credential, baseUrl } = options;
  const { commonsUrl = baseUrl, fetch: send = (input, init) => fetch(input, init) } = options;
  const { staticToken, managerId, newUuid = randomUuid, mcpUrl, mcpToken, logger } = options;
  const secrets = [credential.Password, staticToken ?? '', mcpToken ?? ''];
  const policies = createPolicies({ clock, policies: options.policies ?? {}, logger, secrets });
  const dialect = applyProfile(operations, options.profile);
  const exchange = createExchange({ fetch: send, baseUrl, commonsUrl, dialect, clock });
  const call = createCalls(compose(policies, exchange), { credential, staticToken, managerId });
  const inFlight = { bookings: new Map(), cancellations: new Map(), locks: new Map() };
  const common = { ...inFlight, call, clock, ledger, username: credential.Username, newUuid };
  const contextOf = ({ signal }: FlowOptions = {}): Context => ({ ...common, signal });
  const cache = createStaticCache(clock);
  return {
    call,
    book: (request, consent, flow) => book(request, consent, contextOf(flow)),
    pay: (request, flow) => pay(request, contextOf(flow)),
    cancel: (request, flow) => cancel(request, contextOf(flow)),
    resume: flow => resume(contextOf(flow), flow?.each),
    airport: airportCode =>
      cache.get(`airport ${airportCode}`, async () => (await call('airportDetail', { airportCode })).answer),
    hotel: hotelId =>
      cache.get(`hotel ${hotelId}`, async () => (await call('hotelDetail', { hotelId })).answer),
    get tools() {
      if (mcpUrl === undefined || mcpToken === undefined)
        throw new TypeError('tools need the options mcpUrl and mcpToken of the client');
      return createTools({ fetch: send, mcpUrl, mcpToken, clock }, policies);
    },
  };
}

export type { Arrived, CallId, CallOperation, CallOptions, PolicyOperation, RequestBody } from './calls.ts';
export {
  type CallError,
  CircuitOpenError,
  HttpError,
  isCallError,
  NetworkError,
  OutdatedError,
  TimeoutError,
  UnreadableAnswerError,
} from './errors.ts';
export {
  type BookingOutcome,
  type BookingRequest,
  type CancelOutcome,
  type CancelRequest,
  type Consent,
  type Occupancy,
  type Offer,
  type PaymentRequest,
  type Penalty,
  type Question,
  type Reason,
  type RequestFor,
  type Resumed,
  type Selections,
  type Shown,
  type Support,
  type TaxTotal,
  UnknownBookingError,
} from './flow/index.ts';
export {
  type Claim,
  type Claiming,
  createMemoryLedger,
  type Ledger,
  type LedgerRecord,
  type LedgerState,
} from './ledger/index.ts';
export { localTime, utcTime } from './local-time.ts';
export {
  type BreakerLimits,
  createRate,
  type LogEntry,
  type Logger,
  type Policies,
  type Rate,
  type RateLimits,
  type RateOptions,
  type TimeOuts,
} from './policies/index.ts';
export type { ToolAnswer, Tools } from './tools.ts';
