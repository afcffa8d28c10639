import type { OperationId, Product, RequestOf, ResponseOf } from '#contracts';
import type { AnswerFacts, Warning } from '#contracts/exchange';
import type { Directives } from '#contracts/fault';
import type { Body } from '../body.ts';
import type { Sandbox } from '../sandboxes/index.ts';

/** The context of a call, without the request itself. */
export interface Call {
  sandbox: Sandbox;
  /** The instant of the call on the sandbox's clock, in epoch milliseconds. */
  now: number;
  /** The authenticated user name. */
  owner: string;
  directives: Directives;
  /** The id of the scenario run that the call belongs to. */
  play: string | undefined;
}

/** The answer of an operation as an object, and its warnings. */
export interface Reply<Answer> {
  answer: Answer;
  /**
   * Warnings about unusual request fields and fields without effect. The journal shows the warnings; the answer does not
   * contain the warnings.
   */
  warnings?: readonly Warning[];
}

/** An answer as JSON text in ASCII, with data about the answer, and the key to create the answer again. */
export interface RenderedAnswer {
  text: Body;
  /** The caller must call this function after it has sent the text. Another answer can then use the memory of the text. */
  release?: (() => void) | undefined;
  facts: AnswerFacts;
  replayKey: ReplayKey;
}

/**
 * The values from which a Search answer can be created again. The offers are not stored, because the server can
 * compute them from the seed of the sandbox.
 */
export interface ReplayKey {
  kind: 'search';
  product: Product;
  token: string;
  reToken: string;
  timeSpan: string;
  /** The errors in the answer, as JSON text in ASCII; absent when there are no errors. */
  errors?: string;
  /** The names of the suppliers whose offers a fault has removed from the answer; absent when nothing was removed. */
  absent?: readonly string[];
}

/** Runs one operation of the supplier, synchronously. If a handler throws a Refusal, the handler has changed nothing. */
export type Handler<Id extends OperationId> = (
  request: RequestOf<Id>,
  call: Call,
) => Reply<ResponseOf<Id>> | { rendered: RenderedAnswer };

/** One handler for every operation. A missing handler is a compile error. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
