import {
  type answerFacts,
  type Ending,
  type Exchange,
  maskBody,
  maskText,
  maskUrl,
  projectFacts,
  type Stamp,
} from '#contracts';
import type { JournalEntry } from '../journal.ts';
import type { Recipe } from '../operations/handler.ts';
import { rewriteSearch } from '../operations/search.ts';
import type { Sandbox } from '../sandbox.ts';
import { hash64, hexId } from '../seed.ts';
import { type ExchangeState, type Outcome, operationIdOf } from './exchange.ts';

/** One exchange while it is under way. */
export interface Recording {
  readonly number: number;
  readonly opened: Stamp;
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

const keptHeaders = [
  'content-type',
  'accept',
  'accept-encoding',
  'user-agent',
  'idempotency-key',
  'authorization',
] as const;

/** Opens the record of a call: from here on it shows in the journal. */
export function openRecord(
  sandbox: Sandbox,
  incoming: ExchangeState['incoming'],
  stamp: () => Stamp,
): Recording {
  const { journal } = sandbox;
  const opened = stamp();
  const record: Exchange = {
    number: journal.nextNumber(),
    operation: null,
    method: incoming.method,
    url: maskUrl(incoming.url, sandbox.fingerprint),
    opened,
    ...(incoming.connection && { connection: incoming.connection }),
    requestHeaders: {},
    warnings: [],
  };
  let recipe: Recipe | undefined;
  let written: ReturnType<typeof answerFacts> | undefined;
  journal.open({ ...record, request: {}, answer: {}, warnings: [] });
  return {
    number: record.number,
    opened,
    answered(exchange, outcome, text) {
      record.operation = operationIdOf(exchange);
      record.answered = stamp();
      record.requestHeaders = headersOf(incoming, sandbox);
      record.requestBody =
        typeof exchange.body === 'object'
          ? maskBody(exchange.body, sandbox.fingerprint)
          : unreadable(text, sandbox);
      record.status = outcome.status;
      record.answerHeaders = outcome.headers;
      record.warnings = exchange.warnings;
      ({ recipe, written } = exchange);
      if (!recipe) record.answerBody = maskBody(exchange.answer, sandbox.fingerprint);
    },
    closed(ending, bytes) {
      record.closed = { ...stamp(), ending, bytes };
      const facts = projectFacts(record);
      if (written) facts.answer = written;
      journal.close(facts, JSON.stringify(bodiesOf(record, recipe)));
    },
  };
}

function bodiesOf(
  { requestHeaders, requestBody, answerHeaders, answerBody }: Exchange,
  recipe: Recipe | undefined,
): Bodies {
  return {
    requestHeaders,
    request: requestBody,
    ...(answerHeaders && { answerHeaders }),
    ...(recipe ? { recipe } : { answer: answerBody }),
  };
}

function headersOf(incoming: ExchangeState['incoming'], sandbox: Sandbox): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = incoming.header(name);
    if (value !== undefined)
      headers[name] = name === 'authorization' ? sandbox.fingerprint(value) : value.slice(0, 300);
  }
  return headers;
}

const secretField =
  /("(?:password|securitycode|cardnumber|documentnumber|cpf|email)"\s*:\s*)("(?:[^"\\]|\\.)*"?|\d+)/gi;
const headLength = 200;

/** What of a body that is no JSON may be kept: its length, a mark, and a masked beginning. */
function unreadable(text: string | null, sandbox: Sandbox): unknown {
  if (text === null || text === '') return undefined;
  let head = text.slice(0, 2 * headLength).replace(secretField, '$1"***"');
  for (const { Password } of sandbox.identity.credentials) head = head.replaceAll(Password, '***');
  return {
    unreadable: true,
    length: text.length,
    hash: hexId(hash64(text), 0).slice(0, 16),
    head: maskText(head).slice(0, headLength),
  };
}

/**
 * An exchange of the journal in full: what was kept of its bodies, or what can be written again.
 *
 * @example fullExchange(sandbox, entry).answerBody
 */
export function fullExchange(
  sandbox: Sandbox,
  { facts, bodies }: JournalEntry,
): Exchange & { facts: JournalEntry['facts'] } {
  const kept: Bodies = bodies === undefined || bodies === '' ? { requestHeaders: {} } : JSON.parse(bodies);
  const { request, answer, recipe, requestHeaders, answerHeaders } = kept;
  const {
    number,
    operation,
    method,
    url,
    opened,
    answered,
    closed,
    connection,
    status,
    warnings = [],
  } = facts;
  const answerBody = recipe ? JSON.parse(rewriteSearch(sandbox, recipe)) : answer;
  return {
    number,
    operation,
    method,
    url,
    opened,
    ...(answered && { answered }),
    ...(closed && { closed }),
    ...(connection && { connection }),
    requestHeaders,
    ...(request !== undefined && { requestBody: request }),
    ...(status !== undefined && { status }),
    ...(answerHeaders && { answerHeaders }),
    ...(answerBody !== undefined && { answerBody }),
    warnings,
    facts,
  };
}
