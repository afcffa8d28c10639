import type { ErrorEntry, OperationId, Product, RequestOf, ResponseOf } from '#contracts';
import type { AnswerFacts, Warning } from '#contracts/exchange';
import type { Directives } from '#contracts/fault';
import type { LeftOut } from '../inventory/index.ts';
import type { Sandbox } from '../sandbox/index.ts';

export interface Call {
  sandbox: Sandbox;
  /** Epoch milliseconds, on the sandbox's clock. */
  now: number;
  owner: string;
  directives: Directives;
  play: string | undefined;
}

export interface Reply<Answer> {
  answer: Answer;
  /** The journal shows them; the answer does not. */
  warnings?: readonly Warning[];
}

/** The answer of a Search, whose text can come from a cache. */
export interface RenderedAnswer {
  text: string;
  answerFacts: AnswerFacts;
  replayKey: ReplayKey;
}

/** The journal stores these values and not the text, because the seed of the sandbox and the criteria determine the offers. */
export interface ReplayKey extends LeftOut {
  product: Product;
  token: string;
  reToken: string;
  timeSpan: string;
  errors?: readonly ErrorEntry[];
}

/** Synchronous. A handler that throws a Refusal has changed nothing. */
export type Handler<Id extends OperationId> = (
  request: RequestOf<Id>,
  call: Call,
) => Reply<ResponseOf<Id>> | { rendered: RenderedAnswer };

export type Handlers = { [Id in OperationId]: Handler<Id> };
