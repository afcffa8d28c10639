import { channel } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { Warning } from '#contracts/exchange';
import type { OutgoingAnswer as Answer } from '../pipeline/index.ts';

/** The message of the channel `answered`. */
export interface AnsweredMessage {
  readonly response: ServerResponse;
  /** Undefined if no sandbox was found. */
  readonly sandbox: string | undefined;
  /** The number in the journal, as text. */
  readonly exchange: string | undefined;
  /** Without secrets. */
  readonly warnings: readonly Warning[];
}

/** Each answer to a call of the supplier's API. Without a subscriber, the server does no extra work. */
export const answered = channel('understudy.answered');

/** The reasons for connections that server or client refused before the first request. */
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
