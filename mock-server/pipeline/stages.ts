import type { AnyOperation } from '#contracts';
import type { Ending, Exchange, FaultHit, Warning } from '#contracts/exchange';
import type { RecordedCall } from '../books/index.ts';
import type { MatchedFaults } from '../faults/index.ts';
import type { AfterPause, RateWindow, Sandbox, ScenarioRun } from '../sandbox/index.ts';

// A call is one object. Each stage adds properties and returns it with the type of the next stage.

/** A call of a client, over a socket or in process. */
export interface IncomingCall {
  readonly method: string;
  /** The path and query of the call, without the prefix of the sandbox. */
  readonly url: string;
  header(name: string): string | undefined;
  /** In lower case. */
  headerNames(): readonly string[];
  /** The scheme and host that the client sent, unchecked. */
  origin(): string;
  /** Null when the body is larger than the limit. */
  readBody(): Promise<string | null>;
  /** Aborted when the client disconnects. */
  signal(): AbortSignal;
  readonly connection?: Readonly<Exchange['connection']>;
}

/** After the body was read. The journal shows the call as open. */
export interface Received {
  readonly sandbox: Sandbox;
  readonly incoming: IncomingCall;
  /** Of the exchange in the journal. */
  readonly number: number;
  readonly text: string | null;
  /** Epoch milliseconds on the sandbox's clock; later after a delay by a fault. */
  readonly now: number;
  readonly warnings: Warning[];
  /** For a fault, on the clock of the sandbox. */
  pause(wait: { ms: number; who: string }, after: AfterPause): void;
  /** The record joins the changes of the turn, so that the durable store gets both or none. */
  settled(answered: Answered): void;
}

/** A parameter of a path, percent-encoded, and the index of its first character. */
export interface PathParameter {
  readonly text: string;
  readonly at: number;
}

export interface Matched extends Received {
  readonly operation: AnyOperation;
  readonly parameters: ReadonlyMap<string, PathParameter>;
}

export interface Parsed extends Matched {
  /** With contract names: first as the client sent it; after the validation, as the schema returned it. */
  readonly body: unknown;
  /** As the client sent it. Undefined for a GET, and when the dialect has other names than the contract. */
  readonly json: object | undefined;
}

export interface Authenticated extends Parsed {
  /** The user name; empty for a call with a static token. */
  readonly owner: string;
  /** The id of the scenario in the header X-Understudy-Scenario. */
  readonly asked: string | undefined;
}

export interface Limited extends Authenticated {
  /** Undefined in a sandbox without a rate limit. */
  readonly rate: RateWindow | undefined;
}

export interface Validated extends Limited {
  readonly isValid: true;
}

export interface Playing extends Validated {
  readonly play: ScenarioRun | undefined;
}

export interface Planned extends Playing {
  readonly faults: MatchedFaults | undefined;
}

export type Reached = Received & { readonly [Name in keyof Planned]?: Planned[Name] | undefined };

export interface Handled {
  readonly status: number;
  readonly body: string;
  /** In addition to the standard headers. */
  readonly extraHeaders: Readonly<Record<string, string>>;
  /** For the journal: the answer in contract names, or a key from which to create it again. */
  readonly kept: Pick<RecordedCall, 'answerBody' | 'replayKey' | 'answerFacts'>;
}

export interface Answered extends Handled {
  /** The last stage that the call reached. */
  readonly reached: Reached;
  /** Epoch milliseconds on the sandbox's clock. */
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Redacted; undefined when there are none. */
  readonly warnings?: readonly Warning[] | undefined;
  /** The tool server, not the supplier, answered the call. */
  readonly isToolCall?: true;
  /** How the server must send the answer because of a fault; undefined for the whole answer at once. */
  readonly wire?: WirePlan | undefined;
  /** Runs the operation because of a fault. Must be called once, after the answer was sent. */
  readonly afterwards?: (() => void) | undefined;
  /** Read when the exchange closes. */
  readonly faults?: (() => FaultHit[]) | undefined;
}

/** An answer in the form that an adapter sends to the client. */
export interface OutgoingAnswer extends Pick<Answered, 'status' | 'headers' | 'body' | 'wire' | 'warnings'> {
  /** Must be called once, after the answer was sent or the client has disconnected. */
  closed(ending: Ending, bytes: number): void;
}

/** How a fault makes the server send an answer. */
export type WirePlan =
  /** The connection is reset. */
  | { readonly kind: 'cut'; readonly at: 'before-headers' | 'after-headers' | 'mid-body' }
  /** Only the first part of the compressed bytes is sent. */
  | { readonly kind: 'cut-gzip' }
  /** The answer is sent in pieces, with a pause on the sandbox's clock after each piece. */
  | { readonly kind: 'drip'; readonly pieces: number; pause(client: AbortSignal, after: AfterPause): void }
  /** The server sends nothing, because the client disconnected or because of `reason`. */
  | { readonly kind: 'none'; readonly reason?: unknown };

/** The index of the first byte; the length of the body for `piece` equal to `pieces`. */
export const pieceStart = (length: number, piece: number, pieces: number): number =>
  Math.floor((length * piece) / pieces);
