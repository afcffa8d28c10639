import type { OperationId } from '#contracts';
import { type Ending, type Exchange, isKeptHeader, type Stamp } from '#contracts/exchange';
import {
  describeUnreadable,
  type JournalEntry,
  type RecordedCall,
  secretIn,
  writeCall,
} from '../journal/index.ts';
import { type Recipe, rewriteSearch } from '../operations/index.ts';
import type { Sandbox } from '../sandboxes/index.ts';
import { standardHeaders } from './answer.ts';
import { parseObject } from './parse.ts';
import type { RedactAddress } from './redact-call.ts';
import type { Answered, IncomingCall, Reached, Told } from './stages.ts';

/** One exchange while it is under way. */
export interface Recording {
  readonly number: number;
  /** Notes the answer. */
  answered(answered: Answered): void;
  /** Notes how the connection ended, and keeps the exchange. */
  closed(ending: Ending, bytes: number): void;
}

/** Opens the record of a call: from here on it shows in the journal. */
export function openRecord(
  sandbox: Sandbox,
  incoming: IncomingCall,
  { stamp, redactAddress }: { stamp: () => Stamp; redactAddress: RedactAddress },
): Recording {
  const { journal, redactor } = sandbox;
  const record: RecordedCall = {
    number: journal.nextNumber(),
    operation: null,
    method: redactor.redactText(incoming.method),
    url: redactAddress(incoming.url, redactor),
    opened: stamp(),
    ...(incoming.connection && { connection: incoming.connection }),
    requestHeaders: {},
    warnings: [],
  };
  const { number, operation, method, url, opened, connection } = record;
  const shown = { number, operation, method, url, opened, request: {}, answer: {} };
  journal.open(connection ? { ...shown, connection } : shown);
  let request: string | undefined;
  let told: Told = {};
  let faults: Answered['faults'];
  return {
    number,
    answered(answered) {
      const { reached, wire } = answered;
      ({ told, faults } = answered);
      request = describeRequest(record, reached, redactAddress);
      if (answered.isToolCall) record.toolCall = true;
      if (reached.play) record.scenario = reached.play.scenario;
      if (wire?.kind !== 'none' && !(wire?.kind === 'cut' && wire.at === 'before-headers')) {
        record.answered = { at: answered.at, real: stamp().real };
        record.status = answered.status;
        record.answerHeaders = { ...answered.extraHeaders };
      }
    },
    closed(ending, bytes) {
      record.closed = { ...stamp(), ending, bytes };
      if (faults) record.faults = faults();
      // Of an answer that came in pieces, a client that left has read only a part.
      if (faults && ending !== 'complete') told = {};
      record.recipe = told.recipe;
      record.answerFacts = told.facts;
      journal.close(number, writeCall(record, request, told.json ?? JSON.stringify(told.answer)));
    },
  };
}

/** Notes what a call has sent, and returns its body in contract names as JSON text. */
function describeRequest(
  record: RecordedCall,
  reached: Reached,
  redactAddress: RedactAddress,
): string | undefined {
  const { operation, text, incoming, warnings, json, sandbox } = reached;
  // The body of a call without an operation was not read before the refusal.
  const body = reached.body ?? (operation ? undefined : parseObject(text));
  const redactor = sandbox.redactor.with(secretIn(operation, body));
  if (operation) record.operation = operation.id as OperationId; // the registry has no other ids
  record.url = redactAddress(incoming.url, redactor);
  for (const name of incoming.headerNames()) {
    const value = isKeptHeader(name) ? incoming.header(name) : undefined;
    if (value !== undefined) record.requestHeaders[name] = value;
  }
  record.warnings = warnings;
  if (typeof body !== 'object') return JSON.stringify(describeUnreadable(text, redactor));
  // Each lenient reading changes the body, and adds a warning.
  return warnings.length === 0 && json !== undefined ? json : JSON.stringify(body);
}

/** What was on the wire, as far as it was kept; it goes with the facts of the exchange. */
export type Wire = Pick<Exchange, 'requestHeaders' | 'requestBody' | 'answerHeaders' | 'answerBody'>;

/**
 * Headers and bodies of an exchange of the journal: what was kept of them, or what can be written again.
 *
 * @example wireOf(sandbox, entry).answerBody
 */
export function wireOf(sandbox: Sandbox, { facts, bodies }: JournalEntry): Wire {
  const { requestHeaders, request, answer, answerHeaders, ...kept } = bodies ?? { requestHeaders: {} };
  const recipe = kept.recipe as Recipe | undefined; // a record holds what `handle` gave it
  const { number, answered } = facts;
  return {
    requestHeaders,
    requestBody: request,
    ...(answered && {
      answerHeaders: { ...standardHeaders(sandbox.identity.id, number, answered.at), ...answerHeaders },
    }),
    answerBody: recipe ? searchAgain(sandbox, recipe, request) : answer,
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
