import * as z from 'zod/mini';
import type { ProblemCode } from './problems.ts';
import type { Provenance } from './provenance.ts';
import type { Product } from './shapes/index.ts';
import { once } from './util/index.ts';

// zod/mini has no messages. A program that has chosen another language keeps it.
if (!z.config().localeError) z.config(z.locales.en());

/** An error in a request beyond the form of its fields. */
export interface Complaint {
  /** Path of the field, for example `Criteria.CheckoutDate`. */
  field: string;
  /** What is wrong, and how to fix it. */
  message: string;
}

/** What an operation does to bookings and money. Rules, retries and faults depend on it. */
export type Effect = 'read' | 'validate' | 'book' | 'pay' | 'cancel';

/** A header that an operation reads. */
export interface RequestHeader {
  readonly provenance: Provenance;
  readonly description: string;
  /** The format of its value in JSON Schema. */
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
  /** The base address: of the booking API, or of static data. */
  readonly base: 'base' | 'commons';
  readonly method: 'GET' | 'POST';
  /** The path, with parameters in braces. */
  readonly path: string;
  readonly effect: Effect;
  readonly summary: string;
  readonly provenance: Provenance;
  readonly answerProvenance: Provenance;
  /** The body of a POST, or all path and query parameters of a GET. */
  readonly request: Req;
  readonly answer: Ans;
  /** The special request headers that it reads. */
  readonly headers?: Readonly<Record<string, RequestHeader>>;
  /** Its errors besides `commonProblems`. */
  readonly problems: readonly ProblemCode[];
}

/** What a check needs besides the request. */
export interface InspectContext {
  /** The latest date that is today anywhere. For a later date the place does not matter. */
  latestToday: string;
  /** Returns today's date `YYYY-MM-DD` at a place: a DestinationId, the number of a hotel, or a location, as sent. */
  today(place: unknown): string;
}

/** Any operation. */
export type AnyOperation = Operation;

/** The declaration of an operation. The schema of its answer is created at its first use. */
export interface OperationParts<Id extends string, Req extends z.ZodMiniType, Ans extends z.ZodMiniType>
  extends Omit<Operation<Id, Req, Ans>, 'answer'> {
  readonly answer: () => Ans;
}

/**
 * Declares an operation. The types of its request and answer follow from the schemas.
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
