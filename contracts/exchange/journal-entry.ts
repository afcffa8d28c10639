import type { AnswerFacts } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { type BodyMember, type Facts, projectFacts } from './facts.ts';

/** The redacted headers and bodies of an exchange. */
export interface Bodies {
  requestHeaders: Record<string, string>;
  request?: unknown;
  answerHeaders?: Readonly<Record<string, string>>;
  answer?: unknown;
  /** The replay key of the answer, under its name in exported sandboxes. */
  recipe?: unknown;
}

/** One redacted exchange of the journal. */
export interface JournalEntry {
  facts: Facts;
  /** Undefined when the journal has dropped the bodies or when the exchange is still open. */
  bodies?: Bodies | undefined;
}

/** An exchange without its bodies. `answerFacts`: of an answer that is not recorded. */
export type CallHead = Omit<Exchange, BodyMember> & { answerFacts?: AnswerFacts | undefined };

export interface RedactedCall {
  head: CallHead;
  bodies: Bodies;
}

/** A call in JSON. `head`: of a `CallHead` or, without bodies, of the facts. */
export interface CallTexts {
  readonly head: string;
  readonly bodies?: string | undefined;
}

export function entryOf({ head: { answerFacts, ...head }, bodies }: RedactedCall): JournalEntry {
  const { requestHeaders, request: requestBody, answerHeaders, answer: answerBody } = bodies;
  const facts = projectFacts({ ...head, requestHeaders, requestBody, answerHeaders, answerBody });
  return { facts: answerFacts ? { ...facts, answer: answerFacts } : facts, bodies };
}

/** The head for which `entryOf` returns these facts. */
export function headOf(facts: Facts, bodies: Bodies): CallHead {
  const { credential, exposed, idempotencyKey, tool, request, retryAfter, date, answer, ...head } = facts;
  return {
    ...head,
    ...(tool && { toolCall: true }),
    warnings: facts.warnings ?? [],
    ...(bodies.answer === undefined && Object.keys(answer).length > 0 && { answerFacts: answer }),
  };
}

export const entryIn = ({ head, bodies }: CallTexts): JournalEntry =>
  bodies === undefined
    ? { facts: JSON.parse(head), bodies }
    : entryOf({ head: JSON.parse(head), bodies: JSON.parse(bodies) });
