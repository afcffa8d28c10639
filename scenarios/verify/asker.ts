import {
  type CallError,
  type Client,
  type ClientOptions,
  createClient,
  createRate,
  HttpError,
  isCallError,
  type Tools,
  UnreadableAnswerError,
} from '#client';
import { type Clock, isOperationId, limits, type OperationId, type Profile } from '#contracts';
import type { ToolName } from '#contracts/tools';
import type { MadeCall } from './compare/index.ts';
import { tellErrors } from './error-words.ts';

/** Who is asked, and who asks. What is absent is not asked for. */
export interface Target {
  readonly baseUrl: string;
  readonly commonsUrl: string;
  readonly mcpUrl?: string | undefined;
  readonly credential?: { readonly Username: string; readonly Password: string } | undefined;
  readonly staticAccess?: { readonly token: string; readonly managerId: number } | undefined;
  readonly mcpToken?: string | undefined;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly policies?: ClientOptions['policies'];
}

/** An operation, or a tool of the tool server. */
export type CallName = OperationId | `tools/${ToolName}`;

/** What came of a call: JSON where there is some, as the supplier wrote it. */
export interface Came extends Omit<MadeCall, 'operation'> {
  readonly json?: unknown;
}

/** How one call is made. */
export interface AskOptions {
  /** The names that it is asked in. */
  readonly profile: Profile;
  readonly idempotencyKey?: string;
  /** Asked again after a 429 even where that does not say when. */
  readonly isUrgent?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Asks one thing. Rejects only with the reason of its signal, and for failures of ours. */
export type Ask = (name: CallName, request: object, options: AskOptions) => Promise<Came>;

/** So often a call is made that is told to come back later. */
const mostAttempts = 3;
/** How long is waited, in milliseconds, after a 429 without Retry-After before what is urgent is asked again. */
const waitUnsaid = 30_000;

/**
 * Asks by way of the reference client, which keeps the rate, waits as Retry-After asks, gives up in time and follows no
 * redirect; its own reading of answers is passed by.
 *
 * @param onWait is told how many milliseconds a 429 asks to wait
 */
export function createAsker(target: Target, onWait: (name: CallName, ms: number) => void): Ask {
  const { rate: given, ...policies } = target.policies ?? {};
  const rate = given && 'base' in given ? given : createRate({ clock: target.clock, ...given });
  return async (name, request, options) => {
    for (let attempt = 1; ; attempt += 1) {
      const { came, error } = await askOnce(name, request, {
        ...options,
        target: { ...target, policies: { ...policies, rate } },
      });
      if (!(error instanceof HttpError) || error.status !== 429) return came;
      const { retryAfter } = error;
      const wait = retryAfter ?? (options.isUrgent ? waitUnsaid : undefined);
      const isWorthIt = wait !== undefined && wait <= limits.longestRetryAfter.value;
      if (!isWorthIt || attempt >= mostAttempts) return came;
      onWait(name, wait);
      // What Retry-After says the rate keeps: it lets nobody in before.
      if (retryAfter === undefined) await target.clock.sleep(wait, options.signal, name);
    }
  };
}

/** An answer as it came, before anybody has judged it. */
interface Kept {
  readonly status: number;
  readonly ok: boolean;
  readonly text: Promise<string | undefined>;
}

type Asking = AskOptions & { readonly target: Target };

async function askOnce(
  name: CallName,
  request: object,
  asking: Asking,
): Promise<{ came: Came; error?: unknown }> {
  const { signal, idempotencyKey } = asking;
  const answers: Kept[] = [];
  const client = clientOf(asking, answers);
  const how = { attempts: 1, signal, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  try {
    if (!isOperationId(name)) {
      const json = await client.tools[toolMethods[name]](request as never, how); // arguments of this tool
      return { came: { result: 'compared', status: 200, json } };
    }
    await client.call(name, request as never, how); // a request of this operation, built from the contract
    return { came: await readKept(answers) };
  } catch (error) {
    signal?.throwIfAborted();
    if (!isCallError(error)) throw error;
    // JSON that is not the contract's is what is looked for.
    const isJson = error instanceof UnreadableAnswerError && isOperationId(name);
    const came = isJson ? await readKept(answers) : unreadable;
    return { came: came.json === undefined ? failed(error) : came, error };
  }
}

const toolMethods = {
  'tools/list_endpoints': 'listEndpoints',
  'tools/get_endpoint': 'getEndpoint',
  'tools/get_changelog': 'getChangelog',
  'tools/get_reference': 'getReference',
} as const satisfies Record<`tools/${ToolName}`, keyof Tools>;

/** The reference client with a way to send that keeps what came. */
function clientOf({ target, profile }: Asking, answers: Kept[]): Client {
  const { credential, staticAccess, policies, ...where } = target;
  const options: ClientOptions = {
    ...where,
    credential: credential ?? { Username: '', Password: '' },
    staticToken: staticAccess?.token,
    managerId: staticAccess?.managerId,
    profile,
    policies,
    fetch: async (input, init) => {
      const response = await target.fetch(input, init);
      const text = response
        .clone()
        .text()
        .catch(() => undefined); // the client says why it failed
      answers.push({ status: response.status, ok: response.ok, text });
      return response;
    },
  };
  return createClient(options);
}

const unreadable: Came = { result: 'unreadable' };

async function readKept(answers: readonly Kept[]): Promise<Came> {
  const last = answers.at(-1);
  if (!last?.ok) return unreadable;
  try {
    const json: unknown = JSON.parse(((await last.text) ?? '').replace(/^\uFEFF/, ''));
    return { result: 'compared', status: last.status, json };
  } catch {
    return unreadable;
  }
}

function failed(error: CallError): Came {
  const { message: said } = error;
  if (error instanceof HttpError)
    return { result: 'refused', status: error.status, said: tellRefusal(error) };
  if (error instanceof UnreadableAnswerError) return { result: 'unreadable', status: error.status, said };
  return { result: 'unanswered', said };
}

/** Without Errors[] all words are the client's own; what the supplier wrote can be about somebody. */
const tellRefusal = ({ message, status, errors }: HttpError): string =>
  errors.length === 0 ? message : `HTTP ${status}, Errors[] in it: ${tellErrors(errors)}`;
