import type { ErrorEntry, OperationId, Product, RequestOf, ResponseOf } from '#contracts';
import type { AnswerFacts, Warning } from '#contracts/exchange';
import type { Directives } from '#contracts/fault';
import type { LeftOut } from '../inventory/index.ts';
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

/** The answer of a Search as JSON text, with data about the answer. The text is rendered once, and can come from a cache. */
export interface RenderedAnswer {
  text: string;
  facts: AnswerFacts;
  replayKey: ReplayKey;
}

/**
 * What the text of a Search answer contains beside the offers. The journal stores these values and not the text, because the seed of
 * the sandbox and the criteria determine the offers.
 */
export interface ReplayKey extends LeftOut {
  product: Product;
  token: string;
  reToken: string;
  timeSpan: string;
  errors?: readonly ErrorEntry[];
}

/** Runs one operation of the supplier, synchronously. If a handler throws a Refusal, the handler has changed nothing. */
export type Handler<Id extends OperationId> = (
  request: RequestOf<Id>,
  call: Call,
) => Reply<ResponseOf<Id>> | { rendered: RenderedAnswer };

/** One handler for every operation. A missing handler is a compile error. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
