import * as z from 'zod/mini';
import type { ProblemCode } from './problems.ts';
import type { Provenance } from './provenance.ts';
import type { Product } from './shapes/index.ts';
import { once } from './util/index.ts';

// This zod has no words of its own. Who has chosen another language keeps it.
if (!z.config().localeError) z.config(z.locales.en());

/** Something that is wrong with a request although every field by itself has the right form. */
export interface Complaint {
  /** Path of the field, for example `Criteria.CheckoutDate`. */
  field: string;
  /** What is wrong and what would be right. */
  message: string;
}

/** What an operation does to bookings and money; rules, retries and faults go by it. */
export type Effect = 'read' | 'validate' | 'book' | 'pay' | 'cancel';

/** A header that an operation reads. */
export interface RequestHeader {
  readonly provenance: Provenance;
  readonly description: string;
  /** The form of its value, as JSON Schema calls it. */
  readonly format: 'uuid';
}

/** One operation of the supplier: the only place where its method, path, fields and errors stand. */
export interface Operation<
  Id extends string = string,
  Req extends z.ZodMiniType = z.ZodMiniType,
  Ans extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly id: Id;
  readonly product?: Product;
  /** Which base address it hangs on. */
  readonly base: 'base' | 'commons';
  readonly method: 'GET' | 'POST';
  /** Path; parameters in braces. */
  readonly path: string;
  readonly effect: Effect;
  readonly summary: string;
  readonly provenance: Provenance;
  readonly answerProvenance: Provenance;
  /** The body (POST) or the path and query parameters together (GET). */
  readonly request: Req;
  readonly answer: Ans;
  /** Request headers it reads beside the usual ones. */
  readonly headers?: Readonly<Record<string, RequestHeader>>;
  /** The errors it can answer beside those that every operation can. */
  readonly problems: readonly ProblemCode[];
}

/** What an inspection may know beside the request. */
export interface InspectContext {
  /** The latest date that is today anywhere: what lies behind it need not be asked for by place. */
  latestToday: string;
  /** Today's date `YYYY-MM-DD` at a place: a DestinationId, the number of a hotel, or a location, as the client wrote it. */
  today(place: unknown): string;
}

/** Any operation. */
export type AnyOperation = Operation;

/** What an operation is declared by: its answer is made when somebody asks for it. */
export interface OperationParts<Id extends string, Req extends z.ZodMiniType, Ans extends z.ZodMiniType>
  extends Omit<Operation<Id, Req, Ans>, 'answer'> {
  readonly answer: () => Ans;
}

/**
 * Declares an operation; the types of its request and answer follow from the schemas.
 *
 * @example defineOperation({ id: 'getBooking', method: 'POST', path: '/API/REST/…', … })
 */
export function defineOperation<
  const Id extends string,
  Req extends z.ZodMiniType,
  Ans extends z.ZodMiniType,
>({ answer, ...operation }: OperationParts<Id, Req, Ans>): Operation<Id, Req, Ans> {
  const made = once(answer);
  return {
    ...operation,
    get answer() {
      return made();
    },
  };
}

/** Errors that every operation of the booking API can answer. */
export const commonProblems: readonly ProblemCode[] = [
  'InvalidRequest',
  'InvalidCredential',
  'MethodNotAllowed',
  'PayloadTooLarge',
  'RateLimited',
  'SandboxClosed',
  'InternalError',
];
