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
  /** The address of the booking API, without a slash at the end. */
  readonly baseUrl: string;
  /** The address of static data. The default is `baseUrl`. */
  readonly commonsUrl?: string | undefined;
  /** The address of the tool server, with its path. Only `tools` needs it. */
  readonly mcpUrl?: string | undefined;
  /** The bearer token of the tool server. Only `tools` needs it. */
  readonly mcpToken?: string | undefined;
  /** Sent in the body of every booking, back-office and payment call (auth.1). */
  readonly credential: { readonly Username: string; readonly Password: string };
  /** Calls for static data need this token and `managerId` (auth.4). */
  readonly staticToken?: string | undefined;
  readonly managerId?: number | undefined;
  /** The supplier's paths and field names, as a profile from `parseProfile`. */
  readonly profile?: Profile | undefined;
  /** For all waits, time-outs and ages; by default the clock of the system. */
  readonly clock?: Clock | undefined;
  /** Sends HTTP requests; by default the `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined;
  /** Stores bookings. The default is in memory, and loses them at a restart. */
  readonly ledger?: Ledger | undefined;
  /** Receives the log entries of every attempt, with secrets and personal data masked (auth.5). */
  readonly logger?: Logger | undefined;
  readonly policies?: Policies | undefined;
  /** Creates the UUIDs v4 of references and Idempotency-Keys (flow.3), for reproducible runs. */
  readonly newUuid?: (() => string) | undefined;
}

/** Options of one flow. */
export interface FlowOptions {
  /** Aborts the calls and waits. The flow then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** A client of the supplier. Every call goes through retry, rate limit, circuit breaker, time-out and log. */
export interface Client {
  /**
   * Calls one operation, with the types of the contract. Rejects with a `CallError`.
   *
   * @example const { answer } = await client.call('getBookingDetail', { BookingId: '9' });
   */
  readonly call: CallOperation;
  /**
   * Books a trip or a service. Wrong arguments give the outcome `error`. Rejects only when the signal is aborted.
   *
   * @example const { outcome } = await client.book(request, ({ shown }) => shown.total.Value < 1_000);
   */
  book(request: BookingRequest, consent: Consent, options?: FlowOptions): Promise<BookingOutcome>;
  /**
   * Pays a booking that waits for its payment, for example after a declined card, and polls until its status is final.
   * Without a record in the ledger, which has the payment conditions, the outcome is `error` with an UnknownBookingError.
   *
   * @example const { outcome } = await client.pay({ bookingId: '9', payment: otherCard });
   */
  pay(request: PaymentRequest, options?: FlowOptions): Promise<BookingOutcome>;
  /**
   * Cancels a trip or one of its services. Polls a pending cancellation for up to 30 minutes.
   *
   * @example const { outcome } = await client.cancel({ bookingId: '9', service: { product: 'car', id: '9-2' } });
   */
  cancel(request: CancelRequest, options?: FlowOptions): Promise<CancelOutcome>;
  /**
   * Finishes the bookings that your program left open when it ended. Call this at every start. An OnRequest booking can take
   * a day; `each` gets every outcome as soon as it is known.
   *
   * @example void client.resume({ each: ({ reference, outcome }) => console.log(reference, outcome.outcome) });
   */
  resume(options?: FlowOptions & { readonly each?: (resumed: Resumed) => void }): Promise<Resumed[]>;
  /** An airport by its IATA code, such as `GRU`, kept for 30 days. Rejects with a `CallError`. */
  airport(code: string): Promise<ResponseOf<'airportDetail'>>;
  /** A hotel by its id, kept for 30 days. Rejects with a `CallError`. */
  hotel(id: number): Promise<ResponseOf<'hotelDetail'>>;
  /** Calls the tool server. Throws a TypeError if the client has no `mcpUrl` or `mcpToken`. */
  readonly tools: Tools;
}

/**
 * Creates a client.
 *
 * @throws ProfileError when the profile does not match the contract
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
        throw new TypeError('the client has no mcpUrl or mcpToken; pass both to createClient');
      return createTools({ fetch: send, mcpUrl, mcpToken, clock }, policies);
    },
  };
}

export type {
  CallId,
  CallOperation,
  CallOptions,
  PolicyOperation,
  RequestBody,
  TimedAnswer,
} from './calls.ts';
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
