import { channel } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { OutgoingAnswer } from '../pipeline/index.ts';

/** For the log. A property, because the garbage collection of a WeakMap took a third of the processor time of a Search. */
export const answerKey = Symbol('answer');

/** The answer is undefined for a request that calls no sandbox. */
export type AnsweredResponse = ServerResponse & { [answerKey]?: OutgoingAnswer };

/** The reasons for connections that server or client refused before the first request. */
export const handshakeRefused = channel('understudy.handshake-refused');
