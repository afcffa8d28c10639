import * as z from 'zod';
import type { ErrorEntry, ServiceStatus } from '../clauses/index.ts';
import type { AnyOperation } from '../operations/index.ts';

export const commits = ['before', 'after', 'never'] as const;
/** When an operation takes effect: before the fault applies, after the fault, or never. */
export type Commit = (typeof commits)[number];

export interface FaultCall {
  readonly operation: AnyOperation;
  /** The user name in the valid credential of the call. */
  readonly owner: string;
  readonly url: string;
  /** With the names of the contract. */
  readonly body: unknown;
  /** Counted from 1. */
  readonly requestOfConnection: number;
  /** On the sandbox's clock, in epoch milliseconds. */
  readonly now: number;
  findBooking(): { readonly id: string; readonly createdAt: number } | undefined;
  /** Returns the current time. Only a `per-poll` clock moves. */
  movePollClock(to: number): number;
}

export interface PlanCall extends FaultCall {
  /** The sandbox stores these numbers between calls. */
  readonly memory: Record<string, number>;
  /** Error messages contain this text, such as `a fault of this sandbox`. */
  readonly source: string;
  /** The delay by earlier faults, in milliseconds. */
  readonly delay: number;
  /** Returns a number from 0 up to 1 that depends only on the seed, the fault, the call and `what`. */
  draw(what: string): number;
}

/** Handlers read only these values, not the faults. */
export interface Directives {
  /** Each status has its time after DoBooking. The first time can be 0. */
  readonly timeline?: readonly PlannedStatus[];
  /** If absent, the service is cancelled at once. */
  readonly cancellation?: readonly PlannedStatus[];
  readonly price?: PriceChange;
  readonly terms?: TermsChange;
  /** False if the offer is available even when the inventory has none left. */
  readonly soldOut?: boolean;
  readonly revalidation?: 'SameRoomsFound' | 'RoomsFoundWithChanges' | 'RoomsNotFound';
  readonly card?: { readonly result: 'approved' | 'declined' | 'pending'; readonly source: string };
  readonly failure?: { readonly errors: readonly ErrorEntry[]; readonly status: 'failed' | 'rejected' };
  /** The supplier stores a booking of another guest instead. */
  readonly isOtherGuest?: boolean;
  /** The supplier stores a booking of another guest, too. */
  readonly hasNeighbour?: boolean;
  /** Entries of Errors[] in a successful answer. */
  readonly errors?: readonly ErrorEntry[];
  /** Suppliers whose offers are missing from a Search. */
  readonly absent?: readonly string[];
  /** Rooms on request come first. */
  readonly maxRooms?: number;
  /** Epoch milliseconds. Look-ups do not find bookings of this instant or later. */
  readonly hiddenSince?: number;
}

/** The difference from the price of the Search. */
export interface PriceChange {
  readonly byPercent?: number;
  readonly byCents?: number;
  readonly currency?: string;
  /** False if only the currency changes and the number stays the same. */
  readonly convert?: boolean;
}

export interface TermsChange {
  readonly taxesByPercent?: number;
  /** A further tax in another currency, in cents of that currency. */
  readonly extraTaxCents?: number;
  /** Whether a cancellation costs the whole price from the booking on. */
  readonly nonRefundable?: boolean;
  /** Whether a cancellation costs more and more, in three steps. */
  readonly stepped?: boolean;
  readonly penaltiesByPercent?: number;
  readonly moreInformation?: string;
}

interface PlannedStatus {
  /** Milliseconds from the request to the change. */
  readonly after: number;
  readonly status: ServiceStatus;
}

export interface PlannedError {
  readonly status: 400 | 401 | 404 | 405 | 429 | 500 | 502 | 503 | 504;
  /** In seconds; undefined for no header. */
  readonly retryAfter: number | undefined;
  readonly retryAfterForm: 'seconds' | 'date';
  /** The message of the answer contains this text. */
  readonly source: string;
}

/** An answer of a proxy between client and supplier, which the server sends unchanged. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface BodyChange {
  /** If absent, the text stays unchanged. */
  readonly text?: (text: string) => string;
  readonly contentType?: string;
  /** Sends the body in a total of `ms` milliseconds, or compresses the body and cuts the compressed data off. */
  readonly wire?: { readonly kind: 'drip'; readonly ms: number } | { readonly kind: 'cut-gzip' };
  /** Whether a tolerant client can still read the answer. */
  readonly isReadable: boolean;
}

/** All changes that the faults make to one call, as data. */
export interface FaultPlan {
  /** Before anything else, in milliseconds of the sandbox's clock. */
  readonly delay: number;
  /** Undefined if no fault replaces the answer of the operation. */
  readonly commit?: Commit | undefined;
  readonly directives: Directives;
  /** Applied in the order of the list. */
  readonly rewrites: readonly ((answer: object) => object)[];
  /** In milliseconds. With Infinity, the server never answers. */
  readonly hang?: number | undefined;
  readonly error?: PlannedError | undefined;
  readonly raw?: RawAnswer | undefined;
  readonly body?: BodyChange | undefined;
  readonly cut?: 'before-headers' | 'after-headers' | 'mid-body' | undefined;
}

export const emptyFaultPlan: FaultPlan = { delay: 0, directives: {}, rewrites: [] };

/** The server does not count such a call for the rate limit. */
export const isSynthetic = ({ error, raw, commit }: FaultPlan): boolean =>
  error !== undefined || raw !== undefined || commit === 'never';

/** Two faults that decide the same aspect of a call conflict. Messages contain these texts. */
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
  neighbour: 'the other bookings of the account',
  card: 'the result for the card',
  credential: 'the credential',
  rooms: 'the number of rooms',
} as const;
export type ConflictKey = keyof typeof conflictKeys;

/** Parameters that an exploration tries. */
export interface FaultTrial<P = Readonly<Record<string, unknown>>> {
  /** Without `kind` and `commit`: the exploration tries each useful value of `commit`. */
  readonly parameters: Omit<P, 'kind' | 'commit'>;
  /** By default every operation on which the kind acts. */
  readonly effects?: readonly AnyOperation['effect'][];
  /** By default all values. */
  readonly commits?: readonly Commit[];
}

export interface FaultKind<S extends z.ZodObject = z.ZodObject> {
  readonly schema: () => S;
  readonly part: 'credential' | 'time' | 'operation' | 'answer';
  /** The shorthand has no value after the kind. By default, a value there is that of the first parameter. */
  readonly takesNoValue?: true;
  /** Parsers for parameters that are not a word, a number or a flag in the shorthand. */
  readonly read?: Readonly<Record<string, (text: string) => unknown>>;
  /** With as many parameters as are valid together. */
  readonly example: string;
  /** For the guide and the OpenAPI document. */
  readonly about: string;
  /** The operations, for the guide and the OpenAPI document. */
  readonly where: string;
  /** The rules for combinations of parameters, for the guide. The schema checks them. */
  readonly note?: string;
  actsOn(operation: AnyOperation, parameters: z.infer<S>): boolean;
  /** Returns a reason if `where` does not make it clear. */
  whyNot?(operation: AnyOperation, parameters: z.infer<S>): string | undefined;
  /** For a kind without the parameter `commit`. */
  commit?(parameters: z.infer<S>): Commit | undefined;
  /** The plainest first. Empty if the kind makes the supplier say something wrong that no client can notice. */
  readonly trials: readonly FaultTrial<z.infer<S>>[];
  conflictsWith(parameters: z.infer<S>, operation: AnyOperation): readonly ConflictKey[];
  /** Returns undefined if the fault changes nothing. Side effects only on `call.memory`. */
  plan(parameters: z.infer<S>, call: PlanCall): Partial<FaultPlan> | undefined;
}

type SchemaOf<Kind extends string, Fields extends z.ZodRawShape> = z.ZodObject<
  { kind: z.ZodLiteral<Kind> } & Fields,
  z.core.$strict
>;

const usual = {
  part: 'operation',
  where: 'every operation',
  actsOn: () => true,
  conflictsWith: () => [],
} as const;
type Usual = keyof typeof usual;

/** What a kind defines; it can leave out what is as in `usual`. */
interface FaultParts<Kind extends string, Fields extends z.ZodRawShape>
  extends Omit<FaultKind<SchemaOf<Kind, Fields>>, 'schema' | Usual>,
    Partial<Pick<FaultKind<SchemaOf<Kind, Fields>>, Usual>> {
  /**
   * The parameters; in the shorthand, the value after the kind is that of the first one. A function, because most servers need
   * no schema of a fault.
   */
  readonly fields: () => Fields;
  /** Adds the rules for combinations of parameters. */
  readonly check?: (schema: SchemaOf<Kind, Fields>) => SchemaOf<Kind, Fields>;
}

/** The parameter whose value can follow the kind, such as 503 in `status=503`. */
export const mainParameter = ({ schema, takesNoValue }: FaultKind): string | undefined =>
  takesNoValue ? undefined : Object.keys(schema().shape).find(name => name !== 'kind');

export function defineFault<const Kind extends string, Fields extends z.ZodRawShape>(
  kind: Kind,
  { fields, check = schema => schema, ...parts }: FaultParts<Kind, Fields>,
): FaultKind<SchemaOf<Kind, Fields>> {
  return { ...usual, ...parts, schema: () => check(z.strictObject({ kind: z.literal(kind), ...fields() })) };
}
