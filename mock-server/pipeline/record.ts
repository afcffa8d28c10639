import {
  type answerFacts,
  type Ending,
  type Exchange,
  type FaultHit,
  projectFacts,
  type Redactor,
  type Stamp,
} from '#contracts/exchange';
import { asObject } from '#contracts/util';
import type { Course } from '../faults/course.ts';
import type { JournalEntry } from '../journal/index.ts';
import type { Recipe } from '../operations/handler.ts';
import { rewriteSearch } from '../operations/search.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import { type ExchangeState, type Outcome, operationIdOf } from './exchange.ts';
import { standardHeaders } from './headers.ts';
import { parseObject } from './read-body.ts';
import { type RedactAddress, secretIn } from './redact-call.ts';
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
  { stamp, redactAddress }: { stamp: () => Stamp; redactAddress: RedactAddress },
): Recording {
  const { journal } = sandbox;
  const opened = stamp();
  const record: Exchange = {
    number: journal.nextNumber(),
    operation: null,
    method: sandbox.redactor.redactText(incoming.method),
    url: redactAddress(incoming.url, sandbox.redactor),
    opened,
    ...(incoming.connection && { connection: incoming.connection }),
    requestHeaders: {},
    warnings: [],
  };
  let recipe: Recipe | undefined;
  let written: ReturnType<typeof answerFacts> | undefined;
  let course: Course | undefined;
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
      const redactor = sandbox.redactor.with(secretIn(exchange.operation, body));
      record.url = redactAddress(incoming.url, redactor);
      record.requestHeaders = redactor.redactHeaders(incoming.headerNames(), name => incoming.header(name));
      record.requestBody =
        typeof body === 'object'
          ? redactRequest(exchange, body, redactor)
          : describeUnreadable(text, redactor);
      if (isSaid) record.status = outcome.status;
      if (isSaid) record.answerHeaders = outcome.extraHeaders;
      record.warnings = exchange.warnings.map(({ kind, field, message }) => ({
        kind,
        field: redactor.redactText(field),
        message: redactor.redactText(message),
      }));
      ({ recipe, written } = exchange);
      if (!recipe) record.answerBody = redactor.redactBody(exchange.answer);
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
      journal.close(facts, JSON.stringify(bodiesOf(record, recipe)));
    },
  };
}

const isCutBeforeHeaders = ({ wire }: Outcome): boolean =>
  wire?.kind === 'cut' && wire.at === 'before-headers';

/** The faults that a call met, and when its operation took effect where one took the place of its answer. */
function faultsOf({ hits, commit, tookEffect }: Course): FaultHit[] {
  if (commit === undefined && tookEffect !== 'after') return [...hits];
  return hits.map(hit => ({ ...hit, commit: tookEffect ?? 'never' }));
}

/** The token of static data has the name that a Search's Token has, which is no secret. */
function redactRequest({ operation }: ExchangeState, body: object | null, redactor: Redactor): unknown {
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
