import { applyProfile, type Dialect, isOperationId, operations, type Profile } from '#contracts';
import { asObject, type JsonObject } from '#contracts/util';
import type { Ask, CallName, Came, Target } from './asker.ts';
import type { MadeCall } from './compare/index.ts';
import type { Evidence } from './evidence.ts';

/** Asks a supplier one thing after another, and learns its names on the way. */
export interface Conversation {
  /** An answer in names of the contract; undefined where there was none that is one. */
  ask(name: CallName, request: object, options?: HowToAsk): Promise<Answer | undefined>;
  /** Keeps why something was not asked. */
  skip(name: CallName, said: string): void;
  /** Whether the supplier takes requests in the names that its answers have. */
  readonly isSpoken: boolean;
  /** The call that was made, or left out, last. */
  readonly last: MadeCall | undefined;
}

/** What is out of the ordinary with one call. */
export interface HowToAsk {
  readonly idempotencyKey?: string;
  /** Asked whatever came before, and again after a 429 that does not say when: a booking may stand. */
  readonly isUrgent?: boolean;
}

/** An answer in names of the contract, and what came. */
export interface Answer {
  /** Its fields; none where it is a list. */
  readonly fields: JsonObject;
  readonly json: unknown;
}

/** What a conversation is made from. */
export interface ConversationParts {
  readonly ask: Ask;
  readonly target: Target;
  readonly evidence: Evidence;
  /** The names that are known already. */
  readonly profile: Profile;
  readonly signal?: AbortSignal | undefined;
  /** What an earlier conversation has shown: whether requests can be in the names of the answers. */
  readonly isSpoken?: boolean;
  /** Told of each call that was made. */
  readonly onCall?: ((name: CallName, came: Came) => void) | undefined;
}

type Lane = 'base' | 'commons' | 'tools';

/** Whoever does not answer so often in a row is not asked any more. */
const mostSilences = 3;

/** These say what was wrong, and no name is. */
const otherwiseMeant: readonly number[] = [401, 403, 404, 405, 408, 429];

/** Whether a field gives nothing that was asked for. */
const isNothing = (value: unknown): boolean =>
  value === null || typeof value !== 'object' || Object.keys(value).length === 0;

/** Begins a conversation. A lane in which the proof is refused is asked nothing more: accounts are locked for less. */
export function createConversation(parts: ConversationParts): Conversation {
  const { ask, evidence, profile: given, signal, onCall } = parts;
  const closed = new Map<Lane, string>(missingProofs(parts.target));
  let silences = 0;
  let { isSpoken = true } = parts;
  let spoken: { profile: Profile; dialect: Dialect } = dialectOf(evidence.sure(isSpoken).profile);

  async function send(name: CallName, request: object, options: HowToAsk): Promise<Came> {
    const learned = isSpoken ? spoken.profile : given;
    const came = await ask(name, request, { ...options, profile: learned, signal });
    const isOurDoing = learned !== given && mayRepeat(name) && isRefusal(name, came);
    if (!isOurDoing) return came;
    const again = await ask(name, request, { ...options, profile: given, signal });
    if (again.json === undefined || isRefusal(name, again)) return came;
    isSpoken = false;
    return again;
  }

  /** Whether an answer can mean that the names of the request were wrong: a 4xx, or a 200 that has nothing but Errors[]. */
  function isRefusal(name: CallName, { status = 0, json }: Came): boolean {
    if (json === undefined) return status >= 400 && status < 500 && !otherwiseMeant.includes(status);
    if (!isOperationId(name)) return false;
    const { Errors, ...rest } = asObject(spoken.dialect.toContract(name, 'answer', json));
    return Array.isArray(Errors) && Errors.length > 0 && Object.values(rest).every(isNothing);
  }

  return {
    get isSpoken() {
      return isSpoken;
    },
    get last() {
      return evidence.calls.at(-1);
    },
    async ask(name, request, options = {}) {
      signal?.throwIfAborted();
      const lane = laneOf(name);
      const why = closed.get(lane);
      if (why !== undefined && !options.isUrgent) {
        evidence.add(name, { result: 'not-asked', said: why }, spoken.dialect);
        return undefined;
      }
      const came = await send(name, request, options);
      silences = came.result === 'unanswered' ? silences + 1 : 0;
      if (came.status === 401) closed.set(lane, `${proofs[lane]} was refused (401)`);
      if (came.status === 429) closed.set(lane, 'it was asked too often (429), and is asked nothing more');
      if (silences >= mostSilences)
        for (const each of lanes) closed.set(each, `nobody answered ${mostSilences} calls in a row`);
      const call = evidence.add(name, came, spoken.dialect);
      onCall?.(name, { ...came, ...call });
      if (came.json === undefined) return undefined;
      spoken = dialectOf(evidence.sure(isSpoken).profile);
      const json = isOperationId(name) ? spoken.dialect.toContract(name, 'answer', came.json) : came.json;
      return { fields: asObject(json), json };
    },
    skip: (name, said) => void evidence.add(name, { result: 'not-asked', said }, spoken.dialect),
  };
}

const dialectOf = (profile: Profile) => ({ profile, dialect: applyProfile(operations, profile) });

const lanes: readonly Lane[] = ['base', 'commons', 'tools'];
const laneOf = (name: CallName): Lane => (isOperationId(name) ? operations[name].base : 'tools');

const proofs: Readonly<Record<Lane, string>> = {
  base: 'the credential',
  commons: 'the static token',
  tools: 'the bearer token of the tool server',
};

/** Whether a refusal has done nothing, so that the same may be asked in other words. */
const mayRepeat = (name: CallName): boolean =>
  !isOperationId(name) || ['read', 'validate', 'cancel'].includes(operations[name].effect);

function* missingProofs({ credential, staticAccess, mcpUrl, mcpToken }: Target): Generator<[Lane, string]> {
  if (!credential) yield ['base', 'UNDERSTUDY_USERNAME and UNDERSTUDY_PASSWORD are not set'];
  if (!staticAccess) yield ['commons', 'UNDERSTUDY_STATIC_TOKEN and UNDERSTUDY_MANAGER_ID are not set'];
  if (mcpUrl === undefined) yield ['tools', 'UNDERSTUDY_MCP_URL is not set'];
  else if (mcpToken === undefined) yield ['tools', 'UNDERSTUDY_MCP_TOKEN is not set'];
}
