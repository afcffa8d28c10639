import { channel } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Warning } from '#contracts/exchange';
import type { OutgoingAnswer as Answer } from '../pipeline/index.ts';

/** The message of the channel `answered`: a response of the server, and the ids of its sandbox and exchange. */
export interface AnsweredMessage {
  readonly response: ServerResponse;
  /** The sandbox id; undefined if no sandbox was found. */
  readonly sandbox: string | undefined;
  /** The number of the exchange in the journal of the sandbox, as text. */
  readonly exchange: string | undefined;
  /** The warnings about the request, without secrets. */
  readonly warnings: readonly Warning[];
}

/**
 * The diagnostics channel on which the server publishes each answer to a call of the supplier's API. A log can subscribe to
 * the channel. Without a subscriber, the server does no extra work.
 *
 * @example answered.subscribe(message => console.log(message))
 */
export const answered = channel('understudy.answered');

/** The diagnostics channel of connections that server or client refused before the first request. It publishes the reasons. */
export const handshakeRefused = channel('understudy.handshake-refused');

export function publishAnswer(response: ServerResponse, { headers, warnings = [] }: Answer): void {
  if (!answered.hasSubscribers) return;
  answered.publish({
    response,
    sandbox: headers['x-understudy-sandbox'],
    exchange: headers['x-understudy-exchange'],
    warnings,
  } satisfies AnsweredMessage);
}
