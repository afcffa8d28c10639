import type { OperationId, Product, RequestOf, ResponseOf } from '#contracts';
import type { AnswerFacts, Warning } from '#contracts/exchange';
import type { Directives } from '#contracts/fault';
import type { Body } from '../body.ts';
import type { Sandbox } from '../sandboxes/index.ts';

/** The context of a call, without its request. */
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
  /** Warnings about unusual request fields and fields without effect. The journal shows them, the answer does not. */
  warnings?: readonly Warning[];
}

/** An answer as JSON text in ASCII, with its facts and the key to render it again. */
export interface RenderedAnswer {
  text: Body;
  /** Must be called after the text was sent. The memory of the text is then used for another answer. */
  release?: (() => void) | undefined;
  facts: AnswerFacts;
  replayKey: ReplayKey;
}

/** The values from which a Search answer is rendered again. It holds no offers: they follow from the seed of the sandbox. */
export interface ReplayKey {
  kind: 'search';
  product: Product;
  token: string;
  reToken: string;
  timeSpan: string;
  /** The errors in the answer, as JSON text in ASCII; absent when there are no errors. */
  errors?: string;
  /** The suppliers whose offers are left out; absent when no offers are left out. */
  absent?: readonly string[];
}

/** Runs one operation of the supplier, synchronously. When it throws a Refusal, it has changed nothing. */
export type Handler<Id extends OperationId> = (
  request: RequestOf<Id>,
  call: Call,
) => Reply<ResponseOf<Id>> | { rendered: RenderedAnswer };

/** A handler for every operation; a missing one is a compile error. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
