import type { OperationId, Product, RequestOf, ResponseOf } from '#contracts';
import type { AnswerFacts, Warning } from '#contracts/exchange';
import type { Directives } from '#contracts/fault';
import type { Body } from '../body.ts';
import type { Sandbox } from '../sandboxes/index.ts';

/** What a handler knows of the call beside its request. */
export interface Call {
  sandbox: Sandbox;
  /** The instant of the call on the sandbox's clock, epoch milliseconds. */
  now: number;
  /** The user name that was authenticated. */
  owner: string;
  directives: Directives;
  /** The id of the play that it is a part of. */
  play: string | undefined;
}

/** An answer as an object. */
export interface Reply<Answer> {
  answer: Answer;
  /** What was odd about the request, or without effect: the journal tells it, the client does not see it. */
  warnings?: readonly Warning[];
}

/** An answer already written as JSON text (plain ASCII), with its facts and what it can be written from again. */
export interface WrittenAnswer {
  text: Body;
  /** To be called when the text was handed over: its memory is used again. */
  release?: (() => void) | undefined;
  facts: AnswerFacts;
  recipe: Recipe;
}

/** How to write an answer again: nothing that a pure function of the sandbox's seed can give is kept. */
export interface Recipe {
  kind: 'search';
  product: Product;
  token: string;
  reToken: string;
  timeSpan: string;
  /** Errors beside the offers, as JSON text in ASCII; absent where there are none. */
  errors?: string;
  /** Suppliers whose offers are missing; absent where none are. */
  absent?: readonly string[];
}

/**
 * One operation of the supplier. Runs from its first read to its last write without anyone in between; throws a
 * Refusal, and then nothing has changed.
 */
export type Handler<Id extends OperationId> = (
  request: RequestOf<Id>,
  call: Call,
) => Reply<ResponseOf<Id>> | { written: WrittenAnswer };

/** A handler for every operation: one that is missing does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
