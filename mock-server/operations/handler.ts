import type { OperationId, Product, RequestOf, ResponseOf } from '#contracts';
import type { AnswerFacts, Warning } from '#contracts/exchange';
import type { Directives } from '#contracts/fault';
import type { Body } from '../body.ts';
import type { Sandbox } from '../sandboxes/index.ts';

/** The context of a call, beside its request. */
export interface Call {
  sandbox: Sandbox;
  /** The instant of the call on the sandbox's clock, epoch milliseconds. */
  now: number;
  /** The authenticated user name. */
  owner: string;
  directives: Directives;
  /** The id of the scenario run that the call belongs to. */
  play: string | undefined;
}

/** An answer as an object. */
export interface Reply<Answer> {
  answer: Answer;
  /** What is unusual in the request, or has no effect. The journal shows it, the answer does not. */
  warnings?: readonly Warning[];
}

/** An answer as JSON text in ASCII, with its facts and the key to write it again. */
export interface WrittenAnswer {
  text: Body;
  /** The caller calls it after it has sent the text; then the memory is used again. */
  release?: (() => void) | undefined;
  facts: AnswerFacts;
  recipe: Recipe;
}

/** How to write an answer again. The offers are not kept: they follow from the seed of the sandbox. */
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

/** One operation of the supplier. It runs without a pause. When it throws a Refusal, nothing has changed. */
export type Handler<Id extends OperationId> = (
  request: RequestOf<Id>,
  call: Call,
) => Reply<ResponseOf<Id>> | { written: WrittenAnswer };

/** A handler for every operation; a missing one is a compile error. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
