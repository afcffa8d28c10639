import { isDeepStrictEqual } from 'node:util';
import { applyProfile, type Dialect, isOperationId, operations, type Profile } from '#contracts';
import { asList, asObject, type JsonObject } from '#contracts/util';
import type { CallName, CallOutcome, MakeCall, Target } from './call.ts';
import type { Evidence } from './evidence.ts';
import type { LearnedName, RecordedCall } from './report-schema.ts';

export type Conversation = ReturnType<typeof createConversation>;

export interface CallOptions {
  readonly idempotencyKey?: string;
  /** A booking may exist, so the call is sent even after refusals, and repeated after any 429. */
  readonly isUrgent?: boolean;
}

export interface Answer {
  /** The fields of an object; empty if the answer is a list. */
  readonly fields: JsonObject;
  readonly json: unknown;
}

interface ConversationParts {
  readonly makeCall: MakeCall;
  readonly target: Target;
  readonly evidence: Evidence;
  readonly profile: Profile;
  readonly signal?: AbortSignal | undefined;
  readonly usesLearnedNames?: boolean;
  readonly onCall?: ((call: RecordedCall) => void) | undefined;
}

const apis = ['base', 'commons', 'tools'] as const;
type Api = (typeof apis)[number];
const apiOf = (name: CallName): Api => (isOperationId(name) ? operations[name].base : 'tools');

/** After this number of consecutive calls without an answer, `verify` makes no more calls. */
const maxSilences = 3;
/** Not because of wrong field names in the request. */
const otherRefusals: readonly number[] = [401, 403, 404, 405, 408, 429];

/**
 * One call after another. Requests use the field names from earlier answers. Sends no refused credential again, because suppliers
 * may lock the account.
 */
export function createConversation(parts: ConversationParts) {
  const { makeCall, evidence, profile: given, signal, onCall } = parts;
  const gate = createGate(parts.target);
  let { usesLearnedNames = true } = parts;
  let learned = given;
  let learnedNames: readonly LearnedName[] = [];
  let dialect = applyProfile(operations, given);
  learnNames();

  function learnNames(): void {
    const { profile, names } = evidence.learned(usesLearnedNames);
    learnedNames = names;
    // Most answers show nothing new. The same profile object gives the same dialect without another check.
    if (!isDeepStrictEqual(profile, learned)) learned = profile;
    dialect = applyProfile(operations, learned);
  }

  /** After a refusal, with the names of the given profile. */
  async function send(name: CallName, request: object, options: CallOptions): Promise<CallOutcome> {
    const profile = usesLearnedNames ? learned : given;
    const outcome = await makeCall(name, request, { ...options, profile, signal });
    if (profile === given || !isRepeatable(name) || !isRefusal(name, outcome, dialect)) return outcome;
    const again = await makeCall(name, request, { ...options, profile: given, signal });
    if (again.json === undefined || isRefusal(name, again, dialect)) return outcome;
    usesLearnedNames = false;
    return again;
  }

  const skip = (name: CallName, said: string) =>
    void evidence.add(name, { result: 'not-asked', said }, dialect);

  return {
    skip,
    /** Becomes false if the supplier refuses these names in requests. */
    get usesLearnedNames() {
      return usesLearnedNames;
    },
    get learnedNames() {
      return learnedNames;
    },
    get last() {
      return evidence.calls.at(-1);
    },
    async call(name: CallName, request: object, options: CallOptions = {}): Promise<Answer | undefined> {
      signal?.throwIfAborted();
      const reason = gate.whyClosed(apiOf(name));
      if (reason !== undefined && !options.isUrgent) return void skip(name, reason);
      const outcome = await send(name, request, options);
      gate.add(apiOf(name), outcome);
      const call = evidence.add(name, outcome, dialect);
      onCall?.(call);
      if (outcome.json === undefined) return undefined;
      learnNames();
      const json = isOperationId(name) ? dialect.toContract(name, 'answer', outcome.json) : outcome.json;
      return { fields: asObject(json), json };
    },
  };
}

function createGate(target: Target) {
  const closed = new Map<Api, string>(missingCredentials(target));
  let silences = 0;
  return {
    whyClosed: (api: Api) => closed.get(api),
    add(api: Api, { result, status }: CallOutcome): void {
      silences = result === 'unanswered' ? silences + 1 : 0;
      if (status === 401) closed.set(api, `${credentialNames[api]} was refused (401)`);
      if (status === 429)
        closed.set(api, 'the supplier answered 429 (too many requests), so verify made no more calls');
      if (silences < maxSilences) return;
      for (const each of apis) closed.set(each, `${maxSilences} calls in a row got no answer`);
    },
  };
}

/** Whether the field names can be the reason of a refusal, which is a 4xx, or a 200 with only Errors[]. */
function isRefusal(name: CallName, { status = 0, json }: CallOutcome, dialect: Dialect): boolean {
  if (json === undefined) return status >= 400 && status < 500 && !otherRefusals.includes(status);
  if (!isOperationId(name)) return false;
  const { Errors, ...rest } = asObject(dialect.toContract(name, 'answer', json));
  return asList(Errors).length > 0 && Object.values(rest).every(isEmpty);
}

const isEmpty = (value: unknown): boolean =>
  value === null || typeof value !== 'object' || Object.keys(value).length === 0;

const credentialNames: Readonly<Record<Api, string>> = {
  base: 'the credential',
  commons: 'the static token',
  tools: 'the bearer token of the tool server',
};

/** Whether repeating the call with other field names is safe, because the operation books and pays nothing. */
const isRepeatable = (name: CallName): boolean =>
  !isOperationId(name) || ['read', 'validate', 'cancel'].includes(operations[name].effect);

function* missingCredentials(target: Target): Generator<[Api, string]> {
  if (!target.credential) yield ['base', 'UNDERSTUDY_USERNAME and UNDERSTUDY_PASSWORD are not set'];
  if (!target.staticAccess)
    yield ['commons', 'UNDERSTUDY_STATIC_TOKEN and UNDERSTUDY_MANAGER_ID are not set'];
  if (target.mcpUrl === undefined) yield ['tools', 'UNDERSTUDY_MCP_URL is not set'];
  else if (target.mcpToken === undefined) yield ['tools', 'UNDERSTUDY_MCP_TOKEN is not set'];
}
