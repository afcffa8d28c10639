import type { OperationId } from '#contracts';
import {
  type Ending,
  type Exchange,
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
import { standardHeaders } from './answer.ts';
import { keptHeaders } from './kept-headers.ts';
import type { MaskAddress } from './mask-address.ts';
import { parseObject } from './parse.ts';
import type { Answered, IncomingCall, Reached, Told } from './stages.ts';
import { describeUnreadable } from './unreadable.ts';

/** One exchange while it is under way. */
export interface Recording {
  readonly number: number;
  /** Notes the answer. */
  answered(answered: Answered): void;
  /** Notes how the connection ended, and keeps the exchange. */
  closed(ending: Ending, bytes: number): void;
}

/** What the journal keeps of the bodies of an exchange. */
interface Bodies {
  requestHeaders: Record<string, string>;
  request?: unknown;
  answerHeaders?: Readonly<Record<string, string>>;
  answer?: unknown;
  recipe?: Recipe;
}

/** Opens the record of a call: from here on it shows in the journal. */
export function openRecord(
  sandbox: Sandbox,
  incoming: IncomingCall,
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
  let told: Told = {};
  let faults: Answered['faults'];
  journal.open({ ...record, request: {}, answer: {}, warnings: [] });
  return {
    number: record.number,
    answered(answered) {
      const { reached, wire } = answered;
      const { operation, text } = reached;
      ({ told, faults } = answered);
      if (operation) record.operation = operation.id as OperationId; // the registry has no other ids
      if (answered.isToolCall) record.toolCall = true;
      if (reached.play) record.scenario = reached.play.scenario;
      // The body of a call without an operation was not read before the refusal.
      const body = reached.body ?? (operation ? undefined : parseObject(text));
      secrets = secretsOf(identity, secretIn(operation, body));
      if (operation?.base === 'commons') record.url = hideInUrl(record.url, secrets);
      record.requestHeaders = keptHeaders(incoming, sandbox);
      record.requestBody =
        typeof body === 'object' ? maskRequest(reached, body) : describeUnreadable(text, secrets);
      if (wire?.kind !== 'none' && !(wire?.kind === 'cut' && wire.at === 'before-headers')) {
        record.answered = { at: answered.at, real: stamp().real };
        record.status = answered.status;
        record.answerHeaders = answered.extraHeaders;
      }
      record.warnings = reached.warnings;
      if (!told.recipe) record.answerBody = maskBody(told.answer, sandbox.fingerprint);
    },
    closed(ending, bytes) {
      record.closed = { ...stamp(), ending, bytes };
      if (faults) record.faults = faults();
      // Of an answer that came in pieces, a client that left has read only a part.
      if (faults && ending !== 'complete') {
        record.answerBody = undefined;
        told = {};
      }
      const facts = projectFacts(record);
      if (told.facts) facts.answer = told.facts;
      const bodies = bodiesOf(record, told.recipe);
      const text = JSON.stringify(bodies);
      const isClean =
        !holdsSecret(text, secrets) &&
        !record.warnings.some(({ field, message }) => holdsSecret(field + message, secrets));
      if (isClean) journal.close(facts, text);
      else journal.close(hideInside(facts, secrets, 'kept'), JSON.stringify(withoutSecrets(bodies, secrets)));
    },
  };
}

/** The token of static data has the name that a Search's Token has, which is no secret. */
function maskRequest({ operation, sandbox }: Reached, body: object | null): unknown {
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
