import type { OperationId } from '#contracts';
import { type Ending, type Exchange, projectFacts, type Redactor, type Stamp } from '#contracts/exchange';
import { asObject } from '#contracts/util';
import type { JournalEntry } from '../journal/index.ts';
import { type Recipe, rewriteSearch } from '../operations/index.ts';
import type { Sandbox } from '../sandboxes/index.ts';
import { standardHeaders } from './answer.ts';
import { parseObject } from './parse.ts';
import { type RedactAddress, secretIn } from './redact-call.ts';
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
  { stamp, redactAddress }: { stamp: () => Stamp; redactAddress: RedactAddress },
): Recording {
  const { journal } = sandbox;
  const record = newRecord(sandbox, incoming, { opened: stamp(), redactAddress });
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
      const redactor = sandbox.redactor.with(secretIn(operation, body));
      record.url = redactAddress(incoming.url, redactor);
      record.requestHeaders = redactor.redactHeaders(incoming.headerNames(), name => incoming.header(name));
      record.requestBody =
        typeof body === 'object'
          ? redactRequest(reached, body, redactor)
          : describeUnreadable(text, redactor);
      if (wire?.kind !== 'none' && !(wire?.kind === 'cut' && wire.at === 'before-headers')) {
        record.answered = { at: answered.at, real: stamp().real };
        record.status = answered.status;
        record.answerHeaders = answered.extraHeaders;
      }
      record.warnings = reached.warnings.map(({ kind, field, message }) => ({
        kind,
        field: redactor.redactText(field),
        message: redactor.redactText(message),
      }));
      if (!told.recipe) record.answerBody = redactor.redactBody(told.answer);
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
      journal.close(facts, JSON.stringify(bodiesOf(record, told.recipe)));
    },
  };
}

/** What is known of a call before its body is read. */
function newRecord(
  sandbox: Sandbox,
  incoming: IncomingCall,
  { opened, redactAddress }: { opened: Stamp; redactAddress: RedactAddress },
): Exchange {
  return {
    number: sandbox.journal.nextNumber(),
    operation: null,
    method: sandbox.redactor.redactText(incoming.method),
    url: redactAddress(incoming.url, sandbox.redactor),
    opened,
    ...(incoming.connection && { connection: incoming.connection }),
    requestHeaders: {},
    warnings: [],
  };
}

/** The token of static data has the name that a Search's Token has, which is no secret. */
function redactRequest({ operation }: Reached, body: object | null, redactor: Redactor): unknown {
  const redacted = redactor.redactBody(body);
  const token = operation?.base === 'commons' ? secretIn(operation, body) : undefined;
  return typeof token === 'string' ? { ...asObject(redacted), token: redactor.mark(token) } : redacted;
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
  const answerBody = recipe ? searchAgain(sandbox, recipe, request) : answer;
  return {
    requestHeaders,
    requestBody: request,
    ...(answered && {
      answerHeaders: { ...standardHeaders(sandbox.identity.id, number, answered.at), ...answerHeaders },
    }),
    answerBody,
  };
}

/** The answer of a recorded Search; undefined where a hidden value in its criteria leaves nothing to search by. */
function searchAgain(sandbox: Sandbox, recipe: Recipe, request: unknown): unknown {
  const { Criteria } = request as { Criteria?: unknown }; // a Search has them
  try {
    return JSON.parse(rewriteSearch(sandbox, recipe, JSON.stringify(Criteria)));
  } catch {
    return undefined;
  }
}
