import type * as z from 'zod';
import type { ServiceStatus } from '../booking-status.ts';
import type { AnyOperation } from '../operation.ts';
import type { ErrorEntry } from '../problems.ts';

/** The moments at which an operation can take effect: before the fault applies, after the fault, or never. */
export const commits = ['before', 'after', 'never'] as const;
/** When an operation takes effect: before the fault applies, after the fault, or never. */
export type Commit = (typeof commits)[number];

/** The data that faults need from a call. */
export interface FaultCall {
  readonly operation: AnyOperation;
  /** The user name in the valid credential of the call. */
  readonly owner: string;
  /** The unchanged path and query of the request. */
  readonly url: string;
  /** The fields of the request, with the names of the contract. */
  readonly body: unknown;
  /** The number of the request on its connection, from 1. */
  readonly requestOfConnection: number;
  /** The instant of the call on the sandbox's clock, in epoch milliseconds. */
  readonly now: number;
  /** Returns the booking that a look-up requests, or undefined if the booking does not exist. */
  findBooking(): { readonly id: string; readonly createdAt: number } | undefined;
  /** Moves a `per-poll` clock forward to an instant, and returns the current time. Other clocks do not move. */
  movePollClock(to: number): number;
}

/** The data that a fault needs to plan its effect on a call. */
export interface PlanCall extends FaultCall {
  /** Numbers that the fault keeps between calls. The sandbox stores these numbers. */
  readonly memory: Record<string, number>;
  /** The origin of the fault, such as `a fault of this sandbox`. Error messages in answers contain this text. */
  readonly source: string;
  /** The time for which earlier faults delay the call, in milliseconds. */
  readonly delay: number;
  /** Returns a number from 0 up to 1. The number depends only on the seed, the fault, the call and `what`. */
  draw(what: string): number;
}

/**
 * Instructions that change the behaviour of the supplier in one call. The handlers of the operations read only these values,
 * not the faults.
 */
export interface Directives {
  /** The statuses of the new booking, each with its time after DoBooking. The first status can have the time 0. */
  readonly timeline?: readonly PlannedStatus[];
  /** The statuses of a service after a cancellation. If absent, the service is cancelled at once. */
  readonly cancellation?: readonly PlannedStatus[];
  /** The difference between the price in this answer and the price in earlier answers. */
  readonly price?: PriceChange;
  /** How the taxes and cancellation policies differ from those in earlier answers. */
  readonly terms?: TermsChange;
  /** True if the offer is sold out. False if the offer is available even when the inventory has no rooms or places left. */
  readonly soldOut?: boolean;
  /** The result of a revalidation with a ReToken. */
  readonly revalidation?: 'SameRoomsFound' | 'RoomsFoundWithChanges' | 'RoomsNotFound';
  /** The result of the card payment for any card number, and the fault that causes this result. */
  readonly card?: { readonly result: 'approved' | 'declined' | 'pending'; readonly source: string };
  /** Makes the call fail: the errors in the answer, and the status with which the server stores a new booking. */
  readonly failure?: { readonly errors: readonly ErrorEntry[]; readonly status: 'failed' | 'rejected' };
  /** Whether the supplier stores a booking of another guest instead of the requested booking. */
  readonly isOtherGuest?: boolean;
  /** Entries of Errors[] in a successful answer. */
  readonly errors?: readonly ErrorEntry[];
  /** The names of suppliers whose offers are missing from a Search. */
  readonly absent?: readonly string[];
  /** The maximum number of rooms of each hotel in a Search. Rooms on request come first. */
  readonly maxRooms?: number;
  /** An instant in epoch milliseconds. Look-ups do not find bookings that were created at this instant or later. */
  readonly hiddenSince?: number;
}

/** How a price differs from the price of the Search: by percent, by cents of the offer's currency, or by its currency. */
export interface PriceChange {
  readonly byPercent?: number;
  readonly byCents?: number;
  readonly currency?: string;
  /** False if only the currency changes and the number stays the same. */
  readonly convert?: boolean;
}

/** How the taxes and the cancellation policies differ from those of the Search. */
export interface TermsChange {
  readonly taxesByPercent?: number;
  /** A further tax in another currency, in cents of that currency. */
  readonly extraTaxCents?: number;
  /** Whether a cancellation costs the whole price from the booking on. */
  readonly nonRefundable?: boolean;
}

interface PlannedStatus {
  /** The time from the request to the change of the status, in milliseconds. */
  readonly after: number;
  readonly status: ServiceStatus;
}

/** An error answer that replaces the answer of the operation. */
export interface PlannedError {
  readonly status: 400 | 401 | 404 | 405 | 429 | 500 | 502 | 503 | 504;
  /** The Retry-After header in seconds; undefined if the answer has no such header. */
  readonly retryAfter: number | undefined;
  readonly retryAfterForm: 'seconds' | 'date';
  /** The origin of the fault, as text. The message of the answer contains this text. */
  readonly source: string;
}

/** An answer of a proxy or gateway between client and supplier. The server sends this answer unchanged. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A defect in the body of an answer. */
export interface BodyChange {
  /** Returns the text to send. If this function is absent, the text stays unchanged. */
  readonly text?: (text: string) => string;
  readonly contentType?: string;
  /** Sends the body slowly, in a total of `ms` milliseconds, or compresses the body and cuts the compressed data off. */
  readonly wire?: { readonly kind: 'drip'; readonly ms: number } | { readonly kind: 'cut-gzip' };
  /** Whether a tolerant client can still read the answer. */
  readonly isReadable: boolean;
}

/** All changes that the faults make to one call, as data. */
export interface FaultPlan {
  /** The delay before the server does anything else, in milliseconds of the sandbox's clock. */
  readonly delay: number;
  /** When the operation takes effect. Undefined if no fault replaces the answer of the operation. */
  readonly commit: Commit | undefined;
  readonly directives: Directives;
  /** Functions that change the answer of the operation. The server calls these functions in the order of the list. */
  readonly rewrites: readonly ((answer: object) => object)[];
  /** The time for which the server sends no answer, in milliseconds. With Infinity, it never answers. */
  readonly hang: number | undefined;
  readonly error: PlannedError | undefined;
  readonly raw: RawAnswer | undefined;
  readonly body: BodyChange | undefined;
  /** The moment at which the server resets the connection. */
  readonly cut: 'before-headers' | 'after-headers' | 'mid-body' | undefined;
}

/** The plan for a call that no fault changes. */
export const emptyFaultPlan: FaultPlan = {
  delay: 0,
  commit: undefined,
  directives: {},
  rewrites: [],
  hang: undefined,
  error: undefined,
  raw: undefined,
  body: undefined,
  cut: undefined,
};

/** Returns whether a fault, not the operation, creates the answer. The server does not count this call for the rate limit. */
export const isSynthetic = ({ error, raw, commit }: FaultPlan): boolean =>
  error !== undefined || raw !== undefined || commit === 'never';

/**
 * The aspects of a call that only one fault can decide, and the text that messages use for each aspect. Two faults with the
 * same key conflict.
 */
export const conflictKeys = {
  hang: 'whether there is an answer',
  status: 'the status',
  body: 'the body',
  cut: 'the end of the connection',
  timeline: 'the statuses',
  price: 'the price',
  terms: 'the taxes and cancellation policies',
  availability: 'whether the offer is available',
  revalidation: 'the revalidation',
  visibility: 'which bookings are found',
  card: 'the result for the card',
  credential: 'the credential',
  rooms: 'the number of rooms',
} as const;
/** The name of an aspect that only one fault can decide. */
export type ConflictKey = keyof typeof conflictKeys;

/** Parameters of a kind that an exploration tries at each call on which the kind acts. */
export interface FaultTrial<P = Readonly<Record<string, unknown>>> {
  /** The parameters, without `kind` and without `commit`. The exploration tries each useful value of `commit`. */
  readonly parameters: Omit<P, 'kind' | 'commit'>;
  /** The effects of the operations at which these parameters are tried. By default every operation on which the kind acts. */
  readonly effects?: readonly AnyOperation['effect'][];
  /** The values of `commit` that are tried, if the kind has this parameter. By default all values. */
  readonly commits?: readonly Commit[];
}

/** The definition of one kind of fault. */
export interface FaultKind<S extends z.ZodObject = z.ZodObject> {
  /** The schema of the parameters. The parameter `kind` is a literal. */
  readonly schema: S;
  /** The part of a call that this kind changes: the credential, the time, the operation itself, or the answer. */
  readonly part: 'credential' | 'time' | 'operation' | 'answer';
  readonly shorthand?: {
    /** The parameter whose value can follow the name of the kind, such as 503 in `status=503`. */
    readonly main?: keyof z.infer<S> & string;
    /** Parsers for parameters that are not a word, a number or a flag. */
    readonly read?: Readonly<Record<string, (text: string) => unknown>>;
  };
  /** An example of the shorthand, with as many parameters as are valid together. */
  readonly example: string;
  /** A short description of the kind, for the guide and the OpenAPI document. */
  readonly about: string;
  /** The operations that this kind acts on, as text for the guide and the OpenAPI document. */
  readonly where: string;
  /** The rules for combinations of parameters, as text for the guide. The schema checks these rules. */
  readonly note?: string;
  /** Returns whether this kind acts on an operation. */
  actsOn(operation: AnyOperation, parameters: z.infer<S>): boolean;
  /** Returns why this kind does not act on an operation, if `where` does not make the reason clear. */
  whyNot?(operation: AnyOperation, parameters: z.infer<S>): string | undefined;
  /** Returns when the operation takes effect, for a kind without the parameter `commit`. */
  commit?(parameters: z.infer<S>): Commit | undefined;
  /**
   * The parameters that an exploration tries, the plainest first. The list is empty if the kind alone makes the supplier say
   * something wrong that no client can notice.
   */
  readonly trials: readonly FaultTrial<z.infer<S>>[];
  conflictsWith(parameters: z.infer<S>, operation: AnyOperation): readonly ConflictKey[];
  /**
   * Returns the changes that the fault makes to a call, or undefined if the fault changes nothing. This function has no side
   * effects except on `call.memory`.
   */
  plan(parameters: z.infer<S>, call: PlanCall): Partial<FaultPlan> | undefined;
}

/**
 * Declares a kind of fault. The result keeps the exact type of the parameters.
 *
 * @example defineFault({ schema: z.strictObject({ kind: z.literal('hang') }), part: 'answer', … })
 */
export const defineFault = <S extends z.ZodObject>(kind: FaultKind<S>): FaultKind<S> => kind;
