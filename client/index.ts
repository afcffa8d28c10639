import { applyProfile, type Clock, operations, type Profile, type ResponseOf, systemClock } from '#contracts';
import { compose, type Policy } from './call.ts';
import { type CallOperation, createCalls } from './calls.ts';
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
import {
  type BreakerLimits,
  createCircuitBreaker,
  createFreshness,
  createLeaving,
  createLog,
  createRate,
  createRateLimit,
  createRetry,
  createTimeOut,
  type Logger,
  type Rate,
  type RateLimits,
  type TimeOuts,
} from './policies/index.ts';
import { newUuid as randomUuid } from './seed-uuid.ts';
import { createStaticCache } from './static-cache.ts';
import { createTools, type Tools } from './tools.ts';

/** The numbers of the policies, where you want others than the specification's. */
export interface Policies {
  readonly timeOuts?: Partial<TimeOuts> | undefined;
  readonly breaker?: Partial<BreakerLimits> | undefined;
  /** Its numbers, or a rate by `createRate` that several clients of one credential share. */
  readonly rate?: Partial<RateLimits> | Rate | undefined;
}

/** What a client is made from. */
export interface ClientOptions {
  /** The address of the booking API, without a slash at its end. */
  readonly baseUrl: string;
  /** The address of static data; `baseUrl` by default. */
  readonly commonsUrl?: string | undefined;
  /** The address of the tool server, with its path, and its bearer token. */
  readonly mcpUrl?: string | undefined;
  readonly mcpToken?: string | undefined;
  readonly credential: { readonly Username: string; readonly Password: string };
  /** What static data needs, with `managerId` (auth.4). */
  readonly staticToken?: string | undefined;
  readonly managerId?: number | undefined;
  /** The dialect of the supplier, by `parseProfile`. */
  readonly profile?: Profile | undefined;
  /** All waits, time-outs and ages use it. */
  readonly clock?: Clock | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Remembers bookings; by default in memory, which no restart survives. */
  readonly ledger?: Ledger | undefined;
  /** Gets an entry for every attempt, masked (auth.5). */
  readonly logger?: Logger | undefined;
  readonly policies?: Policies | undefined;
  /** Makes references and Idempotency-Keys, each a new UUID v4 (flow.3); for runs that must be reproducible. */
  readonly newUuid?: (() => string) | undefined;
}

/** How one flow is run. */
export interface FlowOptions {
  /** Ends waits and calls early; the flow then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A client of the supplier that does all that the specification asks of one. */
export interface Client {
  /** Calls one operation through all policies, typed by the contract. */
  readonly call: CallOperation;
  /** Books what is requested, and returns how it ended. */
  book(request: BookingRequest, consent: Consent, options?: FlowOptions): Promise<BookingOutcome>;
  /**
   * Pays a booking that waits for its payment, after its card was declined for example, and follows it up. The ledger must
   * have the booking, because it holds the payment conditions that were offered.
   */
  pay(request: PaymentRequest, options?: FlowOptions): Promise<BookingOutcome>;
  /** Cancels a trip or a service of it, and follows it up. */
  cancel(request: CancelRequest, options?: FlowOptions): Promise<CancelOutcome>;
  /**
   * Finishes the bookings of dead processes: call it at every start. It can take a day, like an OnRequest: `each` is called
   * for every booking as soon as it has ended.
   */
  resume(options?: FlowOptions & { readonly each?: (resumed: Resumed) => void }): Promise<Resumed[]>;
  /** Returns an airport; the supplier is asked once in 30 days. */
  airport(code: string): Promise<ResponseOf<'airportDetail'>>;
  /** Returns a hotel; the supplier is asked once in 30 days. */
  hotel(id: number): Promise<ResponseOf<'hotelDetail'>>;
  /** The documentation of the tool server. Throws a TypeError when the client has no mcpUrl or mcpToken. */
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
  const { staticToken, managerId, newUuid = randomUuid, mcpUrl, mcpToken } = options;
  const policies = policiesOf(options, clock);
  const dialect = applyProfile(operations, options.profile);
  const exchange = createExchange({ fetch: send, baseUrl, commonsUrl, dialect, clock });
  const call = createCalls(compose(policies, exchange), { credential, staticToken, managerId });
  const inFlight = { bookings: new Map(), cancellations: new Map(), locks: new Map() };
  const { Username: username } = credential;
  const contextOf = ({ signal }: FlowOptions = {}): Context => ({
    ...inFlight,
    call,
    clock,
    ledger,
    username,
    newUuid,
    signal,
  });
  const cache = createStaticCache(clock);
  return {
    call,
    book: (request, consent, how) => book(request, consent, contextOf(how)),
    pay: (request, how) => pay(request, contextOf(how)),
    cancel: (request, how) => cancel(request, contextOf(how)),
    resume: how => resume(contextOf(how), how?.each),
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

/** From the outside in. Freshness and circuit breaker come after the rate: both can change while a call waits for its turn. */
function policiesOf(options: ClientOptions, clock: Clock): Policy[] {
  const { policies = {}, logger, credential, staticToken = '', mcpToken = '' } = options;
  const { rate = {}, breaker, timeOuts } = policies;
  return [
    createRetry(clock),
    createRateLimit(clock, 'base' in rate ? rate : createRate({ ...rate, clock })),
    createFreshness(clock),
    createCircuitBreaker(clock, breaker),
    createLeaving(),
    createTimeOut(clock, timeOuts),
    ...(logger ? [createLog(clock, logger, [credential.Password, staticToken, mcpToken])] : []),
  ];
}

export type { CallOperation, CallOptions } from './calls.ts';
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
  type Offer,
  type PaymentRequest,
  type Penalty,
  type Question,
  type Resumed,
  type Shown,
  type Support,
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
  createRate,
  type LogEntry,
  type Logger,
  type Rate,
  type RateLimits,
  type RateOptions,
} from './policies/index.ts';
export type { ToolAnswer, Tools } from './tools.ts';
