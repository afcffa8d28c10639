import type { OperationId, Product, RequestOf, ResponseOf } from '#contracts';
import type { AnswerFacts, Warning } from '#contracts/exchange';
import type { Directives } from '#contracts/fault';
import type { Body } from '../body.ts';
import type { Sandbox } from '../sandboxes/index.ts';

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

/** JSON text in ASCII. */
export interface RenderedAnswer {
  text: Body;
  /** Must be called after the text was sent: another answer can then use its memory. */
  release?: (() => void) | undefined;
  facts: AnswerFacts;
  replayKey: ReplayKey;
}

/** Offers are not stored, because the server can compute them from the seed. */
export interface ReplayKey {
  kind: 'search';
  product: Product;
  token: string;
  reToken: string;
  timeSpan: string;
  /** JSON text in ASCII; absent without errors. */
  errors?: string;
  /** The suppliers whose offers a fault has removed. */
  absent?: readonly string[];
  /** For each hotel; absent without a maximum. */
  maxRooms?: number;
}

/** Synchronous. A handler that throws a Refusal has changed nothing. */
export type Handler<Id extends OperationId> = (
  request: RequestOf<Id>,
  call: Call,
) => Reply<ResponseOf<Id>> | { rendered: RenderedAnswer };

/** A missing handler is a compile error. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
