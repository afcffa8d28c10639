import { signal } from '@preact/signals';
import { systemClock } from '#contracts';
import type { ControlDetail } from '#contracts/control';
import { logCall } from './log.ts';

/** The control token. It exists only in the memory of this page. */
export const controlToken = signal<string | undefined>(undefined);
/** Why the page needs a token; undefined if the server has not refused a call for its token. */
export const tokenProblem = signal<'missing' | 'wrong' | 'metrics' | undefined>(undefined);

/** The address of the control API. The address is relative, so that a proxy can add a prefix to the path. */
const controlUrl = new URL('_control/', location.href.replace(/[?#].*/s, '')).href;

/** The base address of the server, without a slash at the end. */
export const serverUrl: string = controlUrl.replace(/\/_control\/$/, '');

/** An error of a call to the control API. The status is 0 if no answer arrived. */
export class ControlFailure extends Error {
  override readonly name = 'ControlFailure';
  readonly status: number;
  readonly details: readonly ControlDetail[];

  constructor(status: number, message: string, details: readonly ControlDetail[] = []) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** The options of a call. */
export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The body; the function writes the body as JSON. */
  readonly body?: unknown;
  /** The body as JSON text, such as the text of a file. */
  readonly text?: string;
  readonly signal?: AbortSignal;
  /** Whether the call may take longer than the usual time limit, such as an export or the stream of events. */
  readonly isLong?: boolean;
}

const timeLimit = 15_000;

/**
 * Sends a call to the control API, and reads the answer. The log shows the call.
 *
 * @param path the path after `/_control/`
 * @param read reads the answer
 * @throws ControlFailure for an error status, and if no answer arrives
 */
export async function send<T>(
  path: string,
  options: CallOptions,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const { method = 'GET', body, text = body === undefined ? undefined : JSON.stringify(body) } = options;
  const setStatus = logCall(method, controlUrl + path, text);
  const limit = startLimit(options);
  const sent = controlToken.value;
  try {
    const answer = await fetch(controlUrl + path, {
      method,
      cache: 'no-store',
      credentials: 'omit',
      signal: limit.signal,
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(sent !== undefined && { authorization: `Bearer ${sent}` }),
      },
      ...(text !== undefined && { body: text }),
    });
    setStatus(answer.status);
    if (!answer.ok) throw await failureOf(answer, sent);
    return await read(answer);
  } catch (error) {
    if (error instanceof ControlFailure) throw error;
    setStatus(0);
    throw options.signal?.aborted ? error : new ControlFailure(0, 'The server does not answer.');
  } finally {
    limit.end();
  }
}

/** Sends a call and returns the JSON of its answer. */
export const sendJson = <T>(path: string, options: CallOptions = {}): Promise<T> =>
  send(path, options, async answer => (await answer.json()) as T); // the contract describes the answer

/** Starts the time limit of a call. The signal also aborts with the signal of the caller. */
function startLimit({ isLong = false, signal: given }: CallOptions) {
  const call = new AbortController();
  const timer = new AbortController();
  const stop = () => call.abort(given?.reason);
  if (given?.aborted) stop();
  given?.addEventListener('abort', stop, { once: true });
  if (!isLong)
    systemClock.sleep(timeLimit, timer.signal).then(
      () => call.abort(),
      () => {}, // the call ended before the limit
    );
  return {
    signal: call.signal,
    end() {
      timer.abort();
      given?.removeEventListener('abort', stop);
    },
  };
}

async function failureOf(answer: Response, sent: string | undefined): Promise<ControlFailure> {
  if (answer.status === 401) tokenProblem.value = sent === undefined ? 'missing' : 'wrong';
  const problem = (await answer.json().catch(() => undefined)) as
    | { error?: { message?: string; details?: ControlDetail[] } }
    | undefined; // a proxy can answer something else, so each member is optional
  const { message, details } = problem?.error ?? {};
  return new ControlFailure(answer.status, message ?? `The server answered ${answer.status}.`, details);
}
