import type * as z from 'zod';
import type { ServiceStatus } from '../booking-status.ts';
import type { AnyOperation } from '../operation.ts';
import type { ErrorEntry } from '../problems.ts';

/** When the operation takes effect: before its fault, after it, or not at all. */
export const commits = ['before', 'after', 'never'] as const;
/** See `commits`. */
export type Commit = (typeof commits)[number];

/** What faults need to know of a call. */
export interface FaultCall {
  readonly operation: AnyOperation;
  /** The user name that was authenticated. */
  readonly owner: string;
  /** Path and query as the client sent them. */
  readonly url: string;
  /** The request in contract names. */
  readonly body: unknown;
  /** The number of this request on its connection, from 1. */
  readonly requestOfConnection: number;
  /** The instant of the call on the sandbox's clock, epoch milliseconds. */
  readonly now: number;
  /** Finds the booking that a look-up asks for. */
  findBooking(): { readonly id: string; readonly createdAt: number } | undefined;
  /** Moves a `per-poll` clock on to an instant, and returns the time after that. Other clocks stay. */
  movePollClock(to: number): number;
}

/** A call, and what one fault has at hand to plan for it. */
export interface PlanCall extends FaultCall {
  /** What the fault remembers between calls; saved with the sandbox. */
  readonly memory: Record<string, number>;
  /** Names the owner of the fault in answers: `a fault of this sandbox`. */
  readonly source: string;
  /** How many milliseconds earlier faults delay the call. */
  readonly delay: number;
  /** Returns a number from 0 to below 1 that follows from the seed, the fault and the call. */
  draw(what: string): number;
}

/** What the supplier does differently in one call. A handler follows it without knowing the reason. */
export interface Directives {
  /** The statuses of the new booking, each some milliseconds after DoBooking. The first may be at 0. */
  readonly timeline?: readonly PlannedStatus[];
  /** The statuses of a service after a cancellation; cancelled at once when absent. */
  readonly cancellation?: readonly PlannedStatus[];
  /** How the price differs from the earlier answers. */
  readonly price?: { readonly byPercent?: number; readonly byCents?: number; readonly currency?: string };
  /** True: the offer is gone. False: it is available, even when the inventory has none left. */
  readonly soldOut?: boolean;
  /** The result for a ReToken. */
  readonly revalidation?: 'SameRoomsFound' | 'RoomsFoundWithChanges' | 'RoomsNotFound';
  /** What happens to the card, whatever its number, and the reason. */
  readonly card?: { readonly result: 'approved' | 'declined' | 'pending'; readonly source: string };
  /** The call takes no effect, for these reasons. A new booking is kept as failed or rejected. */
  readonly failure?: { readonly errors: readonly ErrorEntry[]; readonly status: 'failed' | 'rejected' };
  /** Errors in an answer that is otherwise good. */
  readonly errors?: readonly ErrorEntry[];
  /** The names of suppliers whose offers are missing from a Search. */
  readonly absent?: readonly string[];
  /** Bookings created at this instant (epoch milliseconds) or later are not found. */
  readonly hiddenSince?: number;
}

interface PlannedStatus {
  /** Milliseconds after the request. */
  readonly after: number;
  readonly status: ServiceStatus;
}

/** An error status in place of the answer. */
export interface PlannedError {
  readonly status: 400 | 401 | 404 | 429 | 500 | 502 | 503 | 504;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  readonly retryAfterForm: 'seconds' | 'date';
  /** Names the owner of the fault in the message. */
  readonly source: string;
}

/** An answer of something between client and supplier, written as it is. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How the body of an answer is spoiled. */
export interface BodyChange {
  /** Returns the text to send; the text of the answer when absent. */
  readonly text?: (text: string) => string;
  readonly contentType?: string;
  /** Sent in so many milliseconds in all, or compressed and cut off. */
  readonly wire?: { readonly kind: 'drip'; readonly ms: number } | { readonly kind: 'cut-gzip' };
  /** Whether a client that reads with care still has the answer. */
  readonly isReadable: boolean;
}

/** What the faults of one call change about it, as data. */
export interface FaultPlan {
  /** Milliseconds of the sandbox's time before anything else happens. */
  readonly delay: number;
  /** When the operation takes effect, where something replaces its answer. */
  readonly commit: Commit | undefined;
  readonly directives: Directives;
  /** Changes to the answer that the operation gives, in this order. */
  readonly rewrites: readonly ((answer: object) => object)[];
  /** Milliseconds without an answer. Infinity: until the client gives up. */
  readonly hang: number | undefined;
  readonly error: PlannedError | undefined;
  readonly raw: RawAnswer | undefined;
  readonly body: BodyChange | undefined;
  /** Where the connection is reset. */
  readonly cut: 'before-headers' | 'after-headers' | 'mid-body' | undefined;
}

/** The plan of a call without faults. */
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

/** Whether the client gets an answer that the operation did not give. Such a call counts towards no rate. */
export const isSynthetic = ({ error, raw, commit }: FaultPlan): boolean =>
  error !== undefined || raw !== undefined || commit === 'never';

/** The parts of a call that only one fault can decide, as messages name them. Two faults with the same key conflict. */
export const conflictKeys = {
  hang: 'whether there is an answer',
  status: 'the status',
  body: 'the body',
  cut: 'the end of the connection',
  timeline: 'the statuses',
  price: 'the price',
  availability: 'whether there is anything to be had',
  revalidation: 'the revalidation',
  visibility: 'what is found',
  card: 'what becomes of the card',
  credential: 'the credential',
} as const;
/** See `conflictKeys`. */
export type ConflictKey = keyof typeof conflictKeys;

/** Everything about one kind of fault. */
export interface FaultKind<S extends z.ZodObject = z.ZodObject> {
  /** Its parameters, with the literal `kind`. */
  readonly schema: S;
  /** What it acts on: the credential, the time of the call, the operation itself, or the answer. */
  readonly part: 'credential' | 'time' | 'operation' | 'answer';
  readonly shorthand?: {
    /** The parameter that may be written right after the kind: `status=503`. */
    readonly main?: keyof z.infer<S> & string;
    /** How a parameter is read that is more than a word, a number or a flag. */
    readonly read?: Readonly<Record<string, (text: string) => unknown>>;
  };
  /** One shorthand that uses as many parameters as can go together. */
  readonly example: string;
  /** One sentence for the documents. */
  readonly about: string;
  /** The operations it acts on, in words. */
  readonly where: string;
  /** What the schema checks across parameters, for the guide. */
  readonly note?: string;
  /** Whether it acts on an operation. */
  actsOn(operation: AnyOperation, parameters: z.infer<S>): boolean;
  /** Why it does not act on an operation, where `where` does not say enough. */
  whyNot?(operation: AnyOperation, parameters: z.infer<S>): string | undefined;
  /** When the operation takes effect, for a kind without the parameter `commit`. */
  commit?(parameters: z.infer<S>): Commit | undefined;
  conflictsWith(parameters: z.infer<S>, operation: AnyOperation): readonly ConflictKey[];
  /**
   * Returns what the fault changes about a call, or undefined when there is nothing to change. A pure function but for
   * `call.memory` and the draws.
   */
  plan(parameters: z.infer<S>, call: PlanCall): Partial<FaultPlan> | undefined;
}

/**
 * Declares a kind of fault and keeps its exact types.
 *
 * @example defineFault({ schema: z.strictObject({ kind: z.literal('hang') }), part: 'answer', … })
 */
export const defineFault = <S extends z.ZodObject>(kind: FaultKind<S>): FaultKind<S> => kind;
