import { applyProfile, type Clock, operations, type Profile, type ResponseOf, systemClock } from '#contracts';
import { compose, type Policy } from './call.ts';
import { type CallOperation, createCalls } from './calls.ts';
import { type BreakerLimits, createCircuitBreaker, usualBreaker } from './circuit-breaker.ts';
import { createExchange } from './exchange.ts';
import { book } from './flow/book.ts';
import { cancel, type ToCancel } from './flow/cancel.ts';
import type { Consent } from './flow/consent.ts';
import type { Context } from './flow/context.ts';
import type { BookingOutcome, CancelOutcome } from './flow/outcome.ts';
import { payLater, type ToPay } from './flow/pay-later.ts';
import { type Resumed, resume } from './flow/resume.ts';
import type { Wish } from './flow/wish.ts';
import { createFreshness } from './freshness.ts';
import { tellLeaving } from './leaving.ts';
import { createMemoryLedger, type Ledger } from './ledger.ts';
import { createLog, type Logger } from './log.ts';
import { createRate, createRateLimit, type Rate, type RateLimits } from './rate-limit.ts';
import { createRetry } from './retry.ts';
import { newUuid as randomUuid } from './seed-uuid.ts';
import { createStaticCache } from './static-cache.ts';
import { createTimeOut, type TimeOuts, usualTimeOuts } from './time-out.ts';
import { createTools, type Tools } from './tools.ts';

/** The numbers of the transport's policies, where they are to be other ones than the specification's. */
export interface Policies {
  readonly timeOuts?: Partial<TimeOuts> | undefined;
  readonly breaker?: Partial<BreakerLimits> | undefined;
  /** Its numbers; or a rate that several clients of one credential share, by `createRate`. */
  readonly rate?: Partial<RateLimits> | Rate | undefined;
}

/** What a client is made from. */
export interface ClientOptions {
  /** Where the booking API is, without a slash at its end. */
  readonly baseUrl: string;
  /** Where static data is; the same when absent. */
  readonly commonsUrl?: string | undefined;
  /** Where the tool server is, with its path; and its bearer token. */
  readonly mcpUrl?: string | undefined;
  readonly mcpToken?: string | undefined;
  readonly credential: { readonly Username: string; readonly Password: string };
  /** What static data asks for, with `managerId` (auth.4). */
  readonly staticToken?: string | undefined;
  readonly managerId?: number | undefined;
  /** The dialect of the supplier, read by `parseProfile`. */
  readonly profile?: Profile | undefined;
  /** Where all time comes from: waits, time-outs, ages. */
  readonly clock?: Clock | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Where wanted bookings are kept; in memory when absent, which no restart survives. */
  readonly ledger?: Ledger | undefined;
  /** Told of every call, masked (auth.5). */
  readonly logger?: Logger | undefined;
  readonly policies?: Policies | undefined;
  /** Makes references and Idempotency-Keys, each a new UUID v4 (flow.3): for runs that must be the same every time. */
  readonly newUuid?: (() => string) | undefined;
}

/** How one flow is run. */
export interface FlowOptions {
  /** Ends waits and calls early; the flow then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A client of the supplier that does all that the specification asks of one. */
export interface Client {
  /** Any operation by itself, through all policies: typed by the contract. */
  readonly call: CallOperation;
  /** Books what somebody wants, and tells how it ended. */
  book(wish: Wish, consent: Consent, options?: FlowOptions): Promise<BookingOutcome>;
  /**
   * Pays a booking that waits for its payment, because its card was declined say, and follows it up. It has to be one of the
   * ledger: that knows which ways to pay were offered.
   */
  pay(what: ToPay, options?: FlowOptions): Promise<BookingOutcome>;
  /** Cancels a trip or a service of it, and follows it up. */
  cancel(what: ToCancel, options?: FlowOptions): Promise<CancelOutcome>;
  /**
   * Finishes the bookings that dead processes began: to be called at every start. It can take a day, as an OnRequest does:
   * `each` is told of every booking as soon as it has ended.
   */
  resume(options?: FlowOptions & { readonly each?: (resumed: Resumed) => void }): Promise<Resumed[]>;
  /** An airport, asked for once in 30 days. */
  airport(code: string): Promise<ResponseOf<'airportDetail'>>;
  /** A hotel, asked for once in 30 days. */
  hotel(id: number): Promise<ResponseOf<'hotelDetail'>>;
  /** The documentation that the tool server gives. Throws a TypeError when the client has no mcpUrl or mcpToken. */
  readonly tools: Tools;
}

/**
 * Makes a client.
 *
 * @throws ProfileError when the profile does not fit the contract
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010', credential: { Username: 'demo', Password: 'demo' } });
 * const outcome = await client.book(wish, question => askTheUser(question));
 */
export function createClient(options: ClientOptions): Client {
  const { clock = systemClock, ledger = createMemoryLedger(), credential } = options;
  const { staticToken, managerId, fetch: send = (input, init) => fetch(input, init) } = options;
  const policies = policiesOf(options, clock);
  const exchange = createExchange({
    fetch: send,
    baseUrl: options.baseUrl,
    commonsUrl: options.commonsUrl ?? options.baseUrl,
    dialect: applyProfile(operations, options.profile),
    clock,
  });
  const call = createCalls(compose(policies, exchange), {
    credential,
    staticToken,
    managerId,
  });
  const underWay: Context['underWay'] = new Map();
  const cancelling: Context['cancelling'] = new Map();
  const locks: Context['locks'] = new Map();
  const contextOf = ({ signal }: FlowOptions = {}): Context => ({
    call,
    clock,
    ledger,
    username: credential.Username,
    newUuid: options.newUuid ?? randomUuid,
    underWay,
    cancelling,
    locks,
    signal,
  });
  const cache = createStaticCache(clock);
  return {
    call,
    book: (wish, consent, how) => book(wish, consent, contextOf(how)),
    pay: (what, how) => payLater(what, contextOf(how)),
    cancel: (what, how) => cancel(what, contextOf(how)),
    resume: how => resume(contextOf(how), how?.each),
    airport: airportCode =>
      cache.get(`airport ${airportCode}`, async () => (await call('airportDetail', { airportCode })).answer),
    hotel: hotelId =>
      cache.get(`hotel ${hotelId}`, async () => (await call('hotelDetail', { hotelId })).answer),
    get tools() {
      const { mcpUrl, mcpToken } = options;
      if (mcpUrl === undefined || mcpToken === undefined)
        throw new TypeError('tools need the options mcpUrl and mcpToken of the client');
      return createTools({ fetch: send, mcpUrl, mcpToken, clock }, policies);
    },
  };
}

/**
 * From the outside in: repeat, keep the rate, send nothing outdated, rest, say that it leaves, give up, and tell of every attempt.
 * What waits for its turn is looked at when that has come: meanwhile conditions age, and endpoints fail.
 */
function policiesOf({ policies = {}, logger, ...own }: ClientOptions, clock: Clock): Policy[] {
  const { credential, staticToken = '', mcpToken = '' } = own;
  const { rate = {} } = policies;
  return [
    createRetry(clock),
    createRateLimit(clock, 'base' in rate ? rate : createRate({ ...rate, clock })),
    createFreshness(clock),
    createCircuitBreaker(clock, { ...usualBreaker, ...policies.breaker }),
    tellLeaving,
    createTimeOut(clock, { ...usualTimeOuts, ...policies.timeOuts }),
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
export type { ToCancel } from './flow/cancel.ts';
export type { Consent, Question, Shown } from './flow/consent.ts';
export type { Offer } from './flow/offer.ts';
export type { BookingOutcome, CancelOutcome, Support } from './flow/outcome.ts';
export { type ToPay, UnknownBookingError } from './flow/pay-later.ts';
export type { Penalty } from './flow/penalty.ts';
export type { Resumed } from './flow/resume.ts';
export type { Wish } from './flow/wish.ts';
export {
  type Claim,
  type Claiming,
  createMemoryLedger,
  type Ledger,
  type LedgerRecord,
  type LedgerState,
} from './ledger.ts';
export { localTime, utcTime } from './local-time.ts';
export type { LogEntry, Logger } from './log.ts';
export { createRate, type Rate, type RateLimits, type RateOptions } from './rate-limit.ts';
export type { ToolAnswer, Tools } from './tools.ts';
