import {
  type CallError,
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
import { readJson } from '#contracts/util';
import type { RecordedCall } from './report-schema.ts';
import { errorCodes } from './safe-text.ts';

/** An API without an address or a credential receives no calls. */
export interface Target {
  readonly baseUrl: string;
  readonly commonsUrl: string;
  readonly mcpUrl?: string | undefined;
  readonly credential?: { readonly Username: string; readonly Password: string } | undefined;
  readonly staticAccess?: { readonly token: string; readonly managerId: number } | undefined;
  readonly mcpToken?: string | undefined;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

export type CallName = OperationId | `tools/${ToolName}`;

export interface CallOutcome extends Omit<RecordedCall, 'operation'> {
  readonly json?: unknown;
  readonly errorBody?: unknown;
}

interface MakeCallOptions {
  readonly profile: Profile;
  readonly idempotencyKey?: string | undefined;
  /** Repeats the call after a 429 without Retry-After. */
  readonly isUrgent?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Rejects only with the reason of the signal, or after an internal error. */
export type MakeCall = (name: CallName, request: object, options: MakeCallOptions) => Promise<CallOutcome>;

const maxAttempts = 3;
/** Milliseconds, for an urgent call after a 429 without Retry-After. */
const defaultWait = 30_000;

/** The reference client keeps the rate limit, respects Retry-After, has time-outs and follows no redirects. */
export function createCaller(target: Target, onWait: (name: CallName, ms: number) => void): MakeCall {
  const policies = { rate: createRate({ clock: target.clock }) };
  return async (name, request, options) => {
    for (let attempt = 1; ; attempt += 1) {
      const { outcome, error } = await callOnce({ ...target, policies }, { name, request, ...options });
      if (!(error instanceof HttpError) || error.status !== 429) return outcome;
      const wait = error.retryAfter ?? (options.isUrgent ? defaultWait : undefined);
      if (wait === undefined || wait > limits.longestRetryAfter.value || attempt >= maxAttempts)
        return outcome;
      onWait(name, wait);
      // With Retry-After, the rate limiter of the client waits.
      if (error.retryAfter === undefined) await target.clock.sleep(wait, options.signal, name);
    }
  };
}

async function callOnce(
  { credential, staticAccess, fetch, ...target }: Target & Pick<ClientOptions, 'policies'>,
  { name, request, ...call }: MakeCallOptions & { readonly name: CallName; readonly request: object },
): Promise<{ outcome: CallOutcome; error?: unknown }> {
  const { profile, idempotencyKey, signal } = call;
  let last: Response | undefined;
  const client = createClient({
    ...target,
    credential: credential ?? { Username: '', Password: '' },
    staticToken: staticAccess?.token,
    managerId: staticAccess?.managerId,
    profile,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      last = response.clone();
      return response;
    },
  });
  const options = { attempts: 1, signal, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  try {
    if (!isOperationId(name)) {
      const json = await client.tools[toolMethods[name]](request as never, options); // the caller passes the arguments of this tool
      return { outcome: { result: 'compared', status: 200, json } };
    }
    await client.call(name, request as never, options); // the caller passes a request of this operation
    return { outcome: (await answerOf(last)) ?? { result: 'unreadable' } };
  } catch (error) {
    signal?.throwIfAborted();
    if (!isCallError(error)) throw error;
    // The client rejects JSON that differs from the contract, but `verify` must compare it.
    const isJson = error instanceof UnreadableAnswerError && isOperationId(name);
    return { outcome: (isJson && (await answerOf(last))) || (await failure(error, last)), error };
  }
}

const toolMethods = {
  'tools/list_endpoints': 'listEndpoints',
  'tools/get_endpoint': 'getEndpoint',
  'tools/get_changelog': 'getChangelog',
  'tools/get_reference': 'getReference',
} as const satisfies Record<`tools/${ToolName}`, keyof Tools>;

async function answerOf(response: Response | undefined): Promise<CallOutcome | undefined> {
  if (!response?.ok) return undefined;
  const json = await jsonIn(response);
  return json === undefined ? undefined : { result: 'compared', status: response.status, json };
}

async function jsonIn(response: Response | undefined): Promise<unknown> {
  const text = (await response?.text().catch(() => '')) ?? '';
  return readJson(text.replace(/^\uFEFF/, ''));
}

/** With a message of the client, because one of the supplier could contain personal data. */
async function failure(error: CallError, response: Response | undefined): Promise<CallOutcome> {
  const { message: said } = error;
  if (error instanceof UnreadableAnswerError) return { result: 'unreadable', status: error.status, said };
  if (!(error instanceof HttpError)) return { result: 'unanswered', said };
  const { status, errors } = error;
  const refusal = errors.length === 0 ? said : `HTTP ${status} with Errors[]: ${errorCodes(errors)}`;
  return { result: 'refused', status, said: refusal, errorBody: await jsonIn(response) };
}
