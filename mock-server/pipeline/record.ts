import {
  type answerFacts,
  type Ending,
  type Exchange,
  type FaultHit,
  maskBody,
  maskText,
  projectFacts,
  type Stamp,
} from '#contracts/exchange';
import { asObject } from '#contracts/util';
import type { JournalEntry } from '../journal/index.ts';
import type { Recipe } from '../operations/handler.ts';
import { rewriteSearch } from '../operations/search.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import {
  hideInside,
  hideInUrl,
  hideSecrets,
  holdsSecret,
  type Secrets,
  secretIn,
  secretsOf,
} from '../secrets/index.ts';
import { type ExchangeState, type Outcome, operationIdOf } from './exchange.ts';
import type { CallFaults } from './fault-call.ts';
import { standardHeaders } from './headers.ts';
import { keptHeaders } from './kept-headers.ts';
import type { MaskAddress } from './mask-address.ts';
import { parseObject } from './read-body.ts';
import { describeUnreadable } from './unreadable.ts';

/** One exchange while it is under way. */
export interface Recording {
  readonly number: number;
  /** Notes what was answered; `text` is the request body as it came, kept only where it could not be read. */
  answered(exchange: ExchangeState, outcome: Outcome, text: string | null): void;
  /** Notes how the connection was done with the answer, and keeps the exchange. */
  closed(ending: Ending, bytes: number): void;
}

/** What of an exchange's bodies is kept. */
interface Bodies {
  requestHeaders: Record<string, string>;
  request?: unknown;
  answerHeaders?: Record<string, string>;
  answer?: unknown;
  recipe?: Recipe;
}

/** Opens the record of a call: from here on it shows in the journal. */
export function openRecord(
  sandbox: Sandbox,
  incoming: ExchangeState['incoming'],
  { stamp, maskAddress }: { stamp: () => Stamp; maskAddress: MaskAddress },
): Recording {
  const { journal, identity } = sandbox;
  const opened = stamp();
  let secrets = secretsOf(identity);
  const record: Exchange = {
    number: journal.nextNumber(),
    operation: null,
    method: hideSecrets(maskText(incoming.method), secrets),
    url: maskAddress(incoming.url, sandbox),
    opened,
    ...(incoming.connection && { connection: incoming.connection }),
    requestHeaders: {},
    warnings: [],
  };
  let recipe: Recipe | undefined;
  let written: ReturnType<typeof answerFacts> | undefined;
  let course: CallFaults | undefined;
  journal.open({ ...record, request: {}, answer: {}, warnings: [] });
  return {
    number: record.number,
    answered(exchange, outcome, text) {
      record.operation = operationIdOf(exchange);
      if (exchange.toolCall) record.toolCall = true;
      const isSaid = outcome.wire?.kind !== 'none' && !isCutBeforeHeaders(outcome);
      if (isSaid) record.answered = { at: outcome.at, real: stamp().real };
      ({ course } = exchange);
      if (exchange.play) record.scenario = exchange.play.scenario;
      // A call that met no operation was refused before anyone read its body.
      const body = exchange.body ?? (exchange.operation ? undefined : parseObject(text));
      secrets = secretsOf(identity, secretIn(exchange.operation, body));
      if (exchange.operation?.base === 'commons') record.url = hideInUrl(record.url, secrets);
      record.requestHeaders = keptHeaders(incoming, sandbox);
      record.requestBody =
        typeof body === 'object' ? maskRequest(exchange, body) : describeUnreadable(text, secrets);
      if (isSaid) record.status = outcome.status;
      if (isSaid) record.answerHeaders = outcome.extraHeaders;
      record.warnings = exchange.warnings;
      ({ recipe, written } = exchange);
      if (!recipe) record.answerBody = maskBody(exchange.answer, sandbox.fingerprint);
    },
    closed(ending, bytes) {
      record.closed = { ...stamp(), ending, bytes };
      if (course) record.faults = faultsOf(course);
      // Of an answer that came piece by piece a client that left has read a part, which is nothing.
      if (course && ending !== 'complete') {
        record.answerBody = undefined;
        recipe = undefined;
        written = undefined;
      }
      const facts = projectFacts(record);
      if (written) facts.answer = written;
      const bodies = bodiesOf(record, recipe);
      const text = JSON.stringify(bodies);
      const isClean =
        !holdsSecret(text, secrets) &&
        !record.warnings.some(({ field, message }) => holdsSecret(field + message, secrets));
      if (isClean) journal.close(facts, text);
      else journal.close(hideInside(facts, secrets, 'kept'), JSON.stringify(withoutSecrets(bodies, secrets)));
    },
  };
}

const isCutBeforeHeaders = ({ wire }: Outcome): boolean =>
  wire?.kind === 'cut' && wire.at === 'before-headers';

/** The faults that a call met, and when its operation took effect where one took the place of its answer. */
function faultsOf({ hits, plan: { commit }, tookEffect }: CallFaults): FaultHit[] {
  if (commit === undefined && tookEffect !== 'after') return [...hits];
  return hits.map(hit => ({ ...hit, commit: tookEffect ?? 'never' }));
}

/** The token of static data has the name that a Search's Token has, which is no secret. */
function maskRequest({ operation, sandbox }: ExchangeState, body: object | null): unknown {
  const masked = maskBody(body, sandbox.fingerprint);
  const token = operation?.base === 'commons' ? secretIn(operation, body) : undefined;
  return typeof token === 'string' ? { ...asObject(masked), token: sandbox.fingerprint(token) } : masked;
}

function bodiesOf(
  { requestHeaders, requestBody, answerHeaders, answerBody }: Exchange,
  recipe: Recipe | undefined,
): Bodies {
  return {
    requestHeaders,
    request: requestBody,
    ...(hasMembers(answerHeaders) && { answerHeaders }),
    ...(recipe ? { recipe } : { answer: answerBody }),
  };
}

const hasMembers = (value: object | undefined): boolean =>
  value !== undefined && Object.keys(value).length > 0;

/** The rare case of a password outside its field. */
function withoutSecrets(bodies: Bodies, secrets: Secrets): Bodies {
  return { ...hideInside(bodies, secrets, 'kept'), request: hideInside(bodies.request, secrets, 'hidden') };
}

/** What was on the wire, as far as it was kept; it goes with the facts of the exchange. */
export type Wire = Pick<Exchange, 'requestHeaders' | 'requestBody' | 'answerHeaders' | 'answerBody'>;

/**
 * Headers and bodies of an exchange of the journal: what was kept of them, or what can be written again.
 *
 * @example wireOf(sandbox, entry).answerBody
 */
export function wireOf(sandbox: Sandbox, { facts, bodies }: JournalEntry): Wire {
  const kept: Bodies = bodies ? JSON.parse(bodies) : { requestHeaders: {} };
  const { requestHeaders, request, recipe, answer, answerHeaders } = kept;
  const { number, answered } = facts;
  const answerBody = recipe ? JSON.parse(rewriteSearch(sandbox, recipe, criteriaOf(request))) : answer;
  return {
    requestHeaders,
    requestBody: request,
    ...(answered && {
      answerHeaders: { ...standardHeaders(sandbox.identity.id, number, answered.at), ...answerHeaders },
    }),
    answerBody,
  };
}

/** The criteria of a recorded Search, as JSON text: what its answer is written from again. */
const criteriaOf = (request: unknown): string => JSON.stringify((request as { Criteria?: unknown }).Criteria); // a Search has them
