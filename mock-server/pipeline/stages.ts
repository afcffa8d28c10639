import type { AnyOperation } from '#contracts';
import type { AnswerFacts, Ending, FaultHit, Warning } from '#contracts/exchange';
import type { Body } from '../body.ts';
import type { MatchedFaults } from '../faults/index.ts';
import type { ReplayKey } from '../operations/index.ts';
import type { AfterPause, RateWindow, Sandbox } from '../sandboxes/index.ts';
import type { ScenarioRun } from '../scenario-runs/index.ts';
import type { PathParameter } from './address.ts';

// A call on its way is one object. Each stage takes the type before its own, adds its part and returns the next type.

/** A call as it arrives, over a socket or in process. */
export interface IncomingCall {
  readonly method: string;
  /** Path and query, without the prefix of the sandbox. */
  readonly url: string;
  header(name: string): string | undefined;
  /** The names of its headers, in lower case. */
  headerNames(): readonly string[];
  /** Scheme and host as the call names them, unchecked. */
  origin(): string;
  /** The body as text; null when it is larger than the limit. */
  readBody(): Promise<string | null>;
  /** Aborted when the client gives up; created at the first use, since few calls need it. */
  signal(): AbortSignal;
  /** The connection that carries the call, and how many requests that has carried so far, from 1. */
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
  /** What is odd about the call; every stage can add to it. */
  readonly warnings: Warning[];
  /** Lets time of the sandbox pass, for a fault. */
  pause(wait: { ms: number; who: string }, after: AfterPause): void;
}

/** The operation is known, with the parameters of the path as sent. */
export interface Matched extends Received {
  readonly operation: AnyOperation;
  readonly parameters: ReadonlyMap<string, PathParameter>;
}

/** The request is read into an object with contract names. */
export interface Parsed extends Matched {
  /** As sent; after validation as the schema gives it. */
  readonly body: unknown;
  /** The JSON text of the body as sent; undefined where a dialect or an address was translated. */
  readonly json: string | undefined;
}

/** The caller is known. */
export interface Authenticated extends Parsed {
  /** The user name; empty for static data. */
  readonly owner: string;
  /** The scenario that the header asks for. */
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

/** A call at any stage, for code that handles all of them: the journal and refusals. */
export type Reached = Received & { readonly [Name in keyof Planned]?: Planned[Name] | undefined };

/** What the journal keeps of an answer in contract names: the object, its JSON text, or what renders it again. */
export interface Told {
  readonly answer?: unknown;
  readonly json?: string | undefined;
  readonly replayKey?: ReplayKey | undefined;
  readonly facts?: AnswerFacts | undefined;
}

/** The operation has run, or the call is refused. */
export interface Handled {
  readonly status: number;
  readonly body: Body;
  /** The body is known to be plain ASCII: as many bytes as characters. */
  readonly isAscii: boolean;
  /** Headers beside the standard ones. */
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly told: Told;
  /** Called when the answer was handed over: its memory may be used again. */
  readonly release?: (() => void) | undefined;
}

/** The answer is complete: stamped, and spoilt where a fault says so. */
export interface Answered extends Handled {
  /** The last stage that the call reached. */
  readonly reached: Reached;
  /** The instant of the answer, milliseconds since 1970 on the sandbox's clock. */
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The call is one of the tool server, which is no operation. */
  readonly isToolCall?: true;
  /** How the answer is sent; absent: whole and at once. */
  readonly wire?: WirePlan | undefined;
  /** Called once the client has what it gets. */
  readonly afterwards?: (() => void) | undefined;
  /** The faults that the call met; read when the exchange is closed. */
  readonly faults?: (() => FaultHit[]) | undefined;
}

/** An answer for the adapter that sends it. */
export interface OutgoingAnswer extends Pick<Answered, 'status' | 'headers' | 'body' | 'isAscii' | 'wire'> {
  /** To be called once, when the answer was sent or the client was gone. */
  closed(ending: Ending, bytes: number): void;
}

/** How an answer is sent, other than whole and at once. */
export type WirePlan =
  /** The connection is reset. */
  | { readonly kind: 'cut'; readonly at: 'before-headers' | 'after-headers' | 'mid-body' }
  /** Compressed, and only the first part of the compressed bytes is sent. */
  | { readonly kind: 'cut-gzip' }
  /** In a number of pieces, with a pause of the sandbox's time after each. */
  | { readonly kind: 'drip'; readonly pieces: number; pause(client: AbortSignal, after: AfterPause): void }
  /** Nothing is sent: the client is gone, or for the given reason no answer will ever come. */
  | { readonly kind: 'none'; readonly reason?: unknown };

/** Where a piece of a drip begins, in bytes; for the number after the last piece: the end of the body. */
export const pieceStart = (length: number, piece: number, pieces: number): number =>
  Math.floor((length * piece) / pieces);
