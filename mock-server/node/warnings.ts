import { channel } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Warning } from '#contracts/exchange';

// A property of the response, because the garbage collection of a WeakMap takes longer than many an answer.
const warningsKey = Symbol('warnings');
type Answering = ServerResponse & { [warningsKey]?: readonly Warning[] };

export function keepWarnings(response: Answering, warnings: readonly Warning[]): void {
  response[warningsKey] = warnings;
}

/**
 * Returns the warnings about the request that a response of the server answers, without secrets. A log can call this
 * function when the response has ended.
 *
 * @example response.once('close', () => console.log(warningsOf(response)))
 */
export const warningsOf = (response: ServerResponse): readonly Warning[] =>
  (response as Answering)[warningsKey] ?? [];

/** The message of the channel `answered`: a response of the server, and the ids of its sandbox and exchange. */
export interface AnsweredMessage {
  readonly response: ServerResponse;
  /** The sandbox id; undefined if no sandbox was found. */
  readonly sandbox: string | undefined;
  /** The number of the exchange in the journal of the sandbox, as text. */
  readonly exchange: string | undefined;
}

/**
 * The diagnostics channel on which the server publishes each answer to a call of the supplier's API. A log can subscribe to
 * the channel. Without a subscriber, the server does no extra work.
 *
 * @example answered.subscribe(message => console.log(message))
 */
export const answered = channel('understudy.answered');

export function publishAnswer(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  if (!answered.hasSubscribers) return;
  answered.publish({
    response,
    sandbox: headers['x-understudy-sandbox'],
    exchange: headers['x-understudy-exchange'],
  } satisfies AnsweredMessage);
}
