import * as z from 'zod/mini';
import type { ProblemCode, Provenance } from '../clauses/index.ts';
import { once } from '../util/index.ts';
import type { Product } from './shapes/index.ts';

// zod/mini has no messages until a program sets a language. If the program has already set a language, this code keeps that language.
if (!z.config().localeError) z.config(z.locales.en());

/** An error in a request that a schema cannot detect, for example two fields that contradict each other. */
export interface Complaint {
  /** The path of the field, for example `Criteria.CheckoutDate`. */
  field: string;
  /** A message that says what is wrong with the field, and how to fix the field. */
  message: string;
}

/** The effect of an operation on bookings and money. Rules, retries and faults depend on the effect. */
export type Effect = 'read' | 'validate' | 'book' | 'pay' | 'cancel';

/** A request header that an operation reads. */
export interface RequestHeader {
  readonly provenance: Provenance;
  readonly description: string;
  /** The JSON Schema format of the header's value. */
  readonly format: 'uuid';
}

/** One operation of the supplier, with its method, path, fields and errors. */
export interface Operation<
  Id extends string = string,
  Req extends z.ZodMiniType = z.ZodMiniType,
  Ans extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly id: Id;
  readonly product?: Product;
  /** The base address of the operation: `base` for the booking API, `commons` for static data. */
  readonly base: 'base' | 'commons';
  readonly method: 'GET' | 'POST';
  /** The path, with parameters in braces. */
  readonly path: string;
  /**
   * Other paths at which public clients call the operation. The server accepts these paths too. A parameter in braces is
   * a field of the request, which can be a query parameter of the main path.
   */
  readonly otherPaths?: readonly string[];
  readonly effect: Effect;
  readonly summary: string;
  readonly provenance: Provenance;
  readonly answerProvenance: Provenance;
  /** The schema of the body of a POST, or of all path and query parameters of a GET. */
  readonly request: Req;
  readonly answer: Ans;
  /** The special request headers that the operation reads. */
  readonly headers?: Readonly<Record<string, RequestHeader>>;
  /** The errors of the operation in addition to `commonProblems`. */
  readonly problems: readonly ProblemCode[];
}

/** The values that a check needs in addition to the request. */
export interface InspectContext {
  /** Today's date at the place on earth where the date is latest. Only dates before it can be in the past. */
  latestToday: string;
  /** Returns today's date `YYYY-MM-DD` at a place: a DestinationId, a hotel id, or a location from the request. */
  today(place: unknown): string;
}

/** The type of any operation, for code that works with all operations. */
export type AnyOperation = Operation;

/** `request` and `answer` create the schemas at their first use. */
interface OperationParts<Id extends string, Req extends z.ZodMiniType, Ans extends z.ZodMiniType>
  extends Omit<Operation<Id, Req, Ans>, 'request' | 'answer'> {
  readonly request: () => Req;
  readonly answer: () => Ans;
}

export function defineOperation<
  const Id extends string,
  Req extends z.ZodMiniType,
  Ans extends z.ZodMiniType,
>({ request, answer, ...operation }: OperationParts<Id, Req, Ans>): Operation<Id, Req, Ans> {
  const madeRequest = once(request);
  const madeAnswer = once(answer);
  return {
    ...operation,
    get request() {
      return madeRequest();
    },
    get answer() {
      return madeAnswer();
    },
  };
}

/** The main path comes first. */
export const pathsOf = ({ path, otherPaths = [] }: AnyOperation): readonly string[] => [path, ...otherPaths];

export const commonProblems: readonly ProblemCode[] = [
  'InvalidRequest',
  'InvalidCredential',
  'MethodNotAllowed',
  'PayloadTooLarge',
  'RateLimited',
  'SandboxClosed',
  'InternalError',
];
