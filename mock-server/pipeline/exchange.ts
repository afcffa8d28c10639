import type { AnyOperation, OperationId } from '#contracts';
import type { AnswerFacts, Warning } from '#contracts/exchange';
import type { Recipe } from '../operations/handler.ts';
import type { Play } from '../plays/index.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import type { Body } from './body.ts';
import type { CallFaults } from './fault-call.ts';
import type { AfterPause } from './pause.ts';

/** A call as an adapter hands it in: no Request object, so that a socket costs no more than it must. */
export interface Incoming {
  method: string;
  /** Path and query, without the sandbox's prefix. */
  url: string;
  header(name: string): string | undefined;
  /** The names of its headers, in lower case. */
  headerNames(): readonly string[];
  /** Scheme and host as the call names them, which nobody has looked at yet. */
  origin(): string;
  /** The body as text; null when it is larger than the limit. */
  readBody(): Promise<string | null>;
  /** Tells when the client gives up; made when somebody asks, which few calls do. */
  signal(): AbortSignal;
  /** Which connection carries it, and how many requests that had carried by then, from 1. */
  connection?: { id: number; request: number } | undefined;
}

/** How an answer reaches the client otherwise than whole and at once. */
export type WirePlan =
  /** The connection is reset. */
  | { readonly kind: 'cut'; readonly at: 'before-headers' | 'after-headers' | 'mid-body' }
  /** Packed, and only a part of what was packed is sent. */
  | { readonly kind: 'cut-gzip' }
  /** In so many pieces, with a pause of the sandbox's time between two. */
  | { readonly kind: 'drip'; readonly pieces: number; pause(client: AbortSignal, after: AfterPause): void }
  /** Nothing is sent: the client was gone before, or, for the reason that is given, there will never be anything. */
  | { readonly kind: 'none'; readonly reason?: unknown };

/** Where a piece of a drip begins, so that all are there however short the body is; that of the one behind the last: its end. */
export const pieceStart = (length: number, piece: number, pieces: number): number =>
  Math.floor((length * piece) / pieces);

/** An answer as plain data; adapters write it to a socket or make a Response of it. */
export interface Outcome {
  status: number;
  /** When it was answered on the sandbox's clock, epoch milliseconds. */
  at: number;
  headers: Record<string, string>;
  /** Those of them that not every answer has. */
  extraHeaders: Record<string, string>;
  body: Body;
  /** The body is known to be plain ASCII: as many bytes as characters, and nothing to encode. */
  isAscii: boolean;
  /** How it is written; whole and at once when absent. */
  wire?: WirePlan | undefined;
  /** What happens once the client has got what it gets. */
  afterwards?: (() => void) | undefined;
}

/** One call on its way through the pipeline. Each step adds what it finds out. */
export interface ExchangeState {
  readonly sandbox: Sandbox;
  readonly incoming: Incoming;
  readonly number: number;
  /** The instant of the call on the sandbox's clock; a later one when the call was held up. */
  now: number;
  readonly warnings: Warning[];
  operation: AnyOperation | undefined;
  /** It is for the tool server, so it asks for no operation. */
  toolCall: true | undefined;
  /** The request body in contract names: first as sent, then as validated. */
  body: unknown;
  owner: string | undefined;
  /** The scenario that its header asks for. */
  asked: string | undefined;
  /** The play that it is a part of. */
  play: Play | undefined;
  /** The answer in contract names: its object, or what it can be written from again. */
  answer: unknown;
  recipe: Recipe | undefined;
  /** Called when the answer was handed over: its memory may be used again. */
  release: (() => void) | undefined;
  /** The facts of an answer that was written as text. */
  written: AnswerFacts | undefined;
  /** What the faults it met make of it. */
  course: CallFaults | undefined;
  /** Lets time of the sandbox pass before the call goes on; it does at that very instant, and is told why. */
  pause(wait: { ms: number; who: string }, after: AfterPause): void;
}

/** Why a pause ended: it was over, the client gave up, or the sandbox was closed, reset or dropped. */
export type PauseEnd = 'over' | 'client-gone' | 'sandbox-ended';

/** The id of the operation that a call asks for, or null when it matched none. */
export function operationIdOf(exchange: Pick<ExchangeState, 'operation'>): OperationId | null {
  return (exchange.operation?.id as OperationId | undefined) ?? null; // the registry's operations have no other ids
}
