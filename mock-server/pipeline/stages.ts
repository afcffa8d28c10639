import type { AnyOperation } from '#contracts';
import type { AnswerFacts, Ending, FaultHit, Warning } from '#contracts/exchange';
import type { Body } from '../body.ts';
import type { MatchedFaults } from '../faults/index.ts';
import type { ReplayKey } from '../operations/index.ts';
import type { AfterPause, RateWindow, Sandbox } from '../sandboxes/index.ts';
import type { ScenarioRun } from '../scenario-runs/index.ts';
import type { PathParameter } from './address.ts';

// A call is one object. Each stage takes the type of the stage before it, adds its own part, and returns the next type.

/** A call as it arrives, over a socket or in process. */
export interface IncomingCall {
  readonly method: string;
  /** Path and query, without the prefix of the sandbox. */
  readonly url: string;
  header(name: string): string | undefined;
  /** The names of its headers, in lower case. */
  headerNames(): readonly string[];
  /** Returns scheme and host as the client sent them, unchecked. */
  origin(): string;
  /** Reads the body as text; null when it is larger than the limit. */
  readBody(): Promise<string | null>;
  /** Returns a signal that is aborted when the client disconnects. Few calls need it, so it is created at its first use. */
  signal(): AbortSignal;
  /** The connection of the call, and the number of this request on it, from 1. */
  readonly connection?: { readonly id: number; readonly request: number } | undefined;
}

/** The body is read, and the journal shows the call as open. */
export interface Received {
  readonly sandbox: Sandbox;
  readonly incoming: IncomingCall;
  /** The number of the exchange in the journal. */
  readonly number: number;
  /** The body as text; null when it is larger than the limit. */
  readonly text: string | null;
  /** The instant of the call, milliseconds since 1970 on the sandbox's clock; a later one after a delay. */
  readonly now: number;
  /** The warnings about the call; every stage can add one. */
  readonly warnings: Warning[];
  /** Pauses the call on the clock of the sandbox, for a fault. */
  pause(wait: { ms: number; who: string }, after: AfterPause): void;
}

/** The operation is known, with the parameters of the path as sent. */
export interface Matched extends Received {
  readonly operation: AnyOperation;
  readonly parameters: ReadonlyMap<string, PathParameter>;
}

/** The request is read into an object with contract names. */
export interface Parsed extends Matched {
  /** As sent; after validation the output of the schema. */
  readonly body: unknown;
  /** The JSON text of the body as sent; undefined for a GET and for another dialect. */
  readonly json: string | undefined;
}

/** The caller is known. */
export interface Authenticated extends Parsed {
  /** The user name; empty for static data. */
  readonly owner: string;
  /** The id of the scenario in the header X-Understudy-Scenario. */
  readonly asked: string | undefined;
}

/** The call counts towards the rate of its owner. */
export interface Limited extends Authenticated {
  /** Undefined in a sandbox without a rate limit. */
  readonly rate: RateWindow | undefined;
}

/** The body fits the schema of its operation. */
export interface Validated extends Limited {
  readonly isValid: true;
}

/** The scenario that the call plays is known. */
export interface Playing extends Validated {
  readonly play: ScenarioRun | undefined;
}

/** The faults that match the call are known. */
export interface Planned extends Playing {
  readonly faults: MatchedFaults | undefined;
}

/** A call at any stage, for the journal and for refusals. */
export type Reached = Received & { readonly [Name in keyof Planned]?: Planned[Name] | undefined };

/** What the journal keeps of an answer, in contract names: the object, its JSON text, or the key that renders it again. */
export interface KeptAnswer {
  readonly answer?: unknown;
  readonly json?: string | undefined;
  readonly replayKey?: ReplayKey | undefined;
  readonly facts?: AnswerFacts | undefined;
}

/** The operation has run, or the call is refused. */
export interface Handled {
  readonly status: number;
  readonly body: Body;
  /** The body is ASCII and has as many bytes as characters. */
  readonly isAscii: boolean;
  /** Headers beside the standard ones. */
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly kept: KeptAnswer;
  /** To be called after the answer was sent: its memory is used again. */
  readonly release?: (() => void) | undefined;
}

/** The answer is complete, with its headers and the changes of the faults. */
export interface Answered extends Handled {
  /** The last stage that the call reached. */
  readonly reached: Reached;
  /** The instant of the answer, milliseconds since 1970 on the sandbox's clock. */
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The tool server answered the call. */
  readonly isToolCall?: true;
  /** How a fault changes the sending; absent: the answer is sent whole and at once. */
  readonly wire?: WirePlan | undefined;
  /** To be called once, after the answer was sent. */
  readonly afterwards?: (() => void) | undefined;
  /** Returns the faults that matched the call; the journal calls it when the exchange closes. */
  readonly faults?: (() => FaultHit[]) | undefined;
}

/** An answer for the adapter that sends it. */
export interface OutgoingAnswer extends Pick<Answered, 'status' | 'headers' | 'body' | 'isAscii' | 'wire'> {
  /** To be called once, after the answer was sent or the client disconnected. */
  closed(ending: Ending, bytes: number): void;
}

/** How a fault sends an answer. */
export type WirePlan =
  /** The connection is reset. */
  | { readonly kind: 'cut'; readonly at: 'before-headers' | 'after-headers' | 'mid-body' }
  /** Only the first part of the compressed bytes is sent. */
  | { readonly kind: 'cut-gzip' }
  /** The answer is sent in pieces, with a pause on the sandbox's clock after each piece. */
  | { readonly kind: 'drip'; readonly pieces: number; pause(client: AbortSignal, after: AfterPause): void }
  /** Nothing is sent, because the client disconnected or for the given reason. */
  | { readonly kind: 'none'; readonly reason?: unknown };

/** Returns the index of the first byte of a piece. For the number after the last piece it is the length of the body. */
export const pieceStart = (length: number, piece: number, pieces: number): number =>
  Math.floor((length * piece) / pieces);
