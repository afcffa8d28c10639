import type { OperationId } from '#contracts';
import { type Ending, type Exchange, headerKind, type Stamp } from '#contracts/exchange';
import type { MachineClock } from '../clock/index.ts';
import {
  describeUnreadable,
  type JournalEntry,
  type RecordedCall,
  redactCall,
  secretIn,
  writeCall,
  writeEntry,
} from '../journal/index.ts';
import { type ReplayKey, renderSearchAgain } from '../operations/index.ts';
import { pauseFor, type Sandbox } from '../sandboxes/index.ts';
import type { Address } from './address.ts';
import { standardHeaders } from './answer.ts';
import { parseObject } from './parse.ts';
import { createAddressRedactor, type RedactAddress } from './redact-call.ts';
import type { Answered, IncomingCall, KeptAnswer, OutgoingAnswer, Reached, Received } from './stages.ts';

/** Answers a call; it never throws. */
export type AnswerCall = (received: Received) => Answered | Promise<Answered>;

/**
 * Plays one call as an exchange of a sandbox: opens its record, reads its body, calls `answer`, and records the result. The
 * pipeline uses it for the operations of the supplier, the tool server for its own calls.
 */
export type RecordExchange = (
  sandbox: Sandbox,
  incoming: IncomingCall,
  answer: AnswerCall,
) => Promise<OutgoingAnswer>;

interface ExchangeParts {
  /** They tell which parts of a path are secrets. */
  addresses: readonly Address[];
  /** The real time for the stamps of the journal. */
  machine: MachineClock;
}

/** Creates the function that wraps every exchange of a server. */
export function createRecordExchange({ addresses, machine }: ExchangeParts): RecordExchange {
  const redactAddress = createAddressRedactor(addresses);
  return async (sandbox, incoming, answer) => {
    const { clock } = sandbox;
    clock.firstRequest();
    const stamp = (): Stamp => ({
      at: clock.now(),
      real: Math.round(machine.monotonic() * 1_000) / 1_000,
    });
    const turn = createTurn(sandbox, incoming);
    const recording = openRecord(sandbox, incoming, { stamp, redactAddress });
    try {
      const text = await incoming.readBody();
      const { number } = recording;
      const made = answer({
        sandbox,
        incoming,
        number,
        text,
        now: clock.now(),
        warnings: [],
        pause: turn.pause,
      });
      // An await takes a turn of the event loop even when the answer is ready.
      const answered = made instanceof Promise ? await made : made;
      recording.answered(answered);
      return outgoing(answered, recording.closed);
    } catch (error) {
      recording.closed('client-gone', 0);
      throw error;
    } finally {
      turn.end();
    }
  };
}

function outgoing(answered: Answered, closeRecord: OutgoingAnswer['closed']): OutgoingAnswer {
  const { status, headers, body, isAscii, wire, afterwards } = answered;
  let { release } = answered;
  return {
    status,
    headers,
    body,
    isAscii,
    wire,
    closed(ending, bytes) {
      afterwards?.();
      closeRecord(ending, bytes);
      release?.();
      release = undefined; // two answers would share memory that is released twice
    },
  };
}

/** The time in which a call is computed. An `auto` clock must not jump in it. */
interface Turn {
  pause: Received['pause'];
  end(): void;
}

/** Keeps an `auto` clock from jumping while a call is computed; a pause of the call lets it jump. */
function createTurn(sandbox: Sandbox, incoming: IncomingCall): Turn {
  let release = sandbox.clock.exchangeOpened();
  return {
    end: () => release(),
    pause({ ms, who }, after) {
      const resume = () => {
        release = sandbox.clock.exchangeOpened();
      };
      const wait = { ms, who, client: incoming.signal(), holder: incoming };
      release(); // a call that waits for the clock must let it jump
      pauseFor(sandbox, wait, {
        go(end) {
          resume();
          after.go(end);
        },
        fail(error) {
          resume();
          after.fail(error);
        },
      });
    },
  };
}

/** The record of an open exchange. */
interface Recording {
  readonly number: number;
  /** Records the answer. */
  answered(answered: Answered): void;
  /** Records how the connection ended, and moves the exchange to the journal. */
  closed(ending: Ending, bytes: number): void;
}

/** Opens the record of a call. The journal shows the call from here on. */
function openRecord(
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
  let kept: KeptAnswer = {};
  let faults: Answered['faults'];
  let isPublic = false;
  return {
    number,
    answered(answered) {
      const { reached, wire } = answered;
      ({ kept, faults } = answered);
      request = describeRequest(record, reached, redactAddress);
      isPublic = hasNoSecret(record, reached, request);
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
      // A client that disconnected has read only a part of an answer in pieces.
      if (faults && ending !== 'complete') kept = {};
      record.replayKey = kept.replayKey;
      record.answerFacts = kept.facts;
      const text = writeCall(record, request, kept.json ?? JSON.stringify(kept.answer));
      journal.close(number, isPublic ? text : writeEntry(redactCall(text, redactor)));
    },
  };
}

/** Records the request of a call, and returns its body in contract names as JSON text. */
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
    const value = headerKind(name) === 'other' ? undefined : incoming.header(name);
    if (value !== undefined) record.requestHeaders[name] = value;
  }
  record.warnings = warnings;
  if (typeof body !== 'object') return JSON.stringify(describeUnreadable(text, redactor));
  // Every repair of the body adds a warning. Without warnings the body is as it was sent.
  return warnings.length === 0 && json !== undefined ? json : JSON.stringify(body);
}

/**
 * Returns whether a call contains no secret but those of its sandbox, so that the journal may redact it later. The journal
 * redacts every other call at once: a call with a card, and one that is not valid and can contain anything.
 */
function hasNoSecret(
  { requestHeaders }: RecordedCall,
  { isValid, warnings }: Reached,
  request: string | undefined,
): boolean {
  if (!isValid || warnings.length > 0 || request?.includes('"CardNumber"')) return false;
  for (const name in requestHeaders) if (headerKind(name) === 'credential') return false;
  return true;
}

/** The headers and bodies that a recorded exchange still has. */
export type Wire = Pick<Exchange, 'requestHeaders' | 'requestBody' | 'answerHeaders' | 'answerBody'>;

/**
 * Returns the headers and bodies of an exchange of the journal. It renders the answer of a Search again.
 *
 * @example wireOf(sandbox, entry).answerBody
 */
export function wireOf(sandbox: Sandbox, { facts, bodies }: JournalEntry): Wire {
  const { requestHeaders, request, answer, answerHeaders, ...kept } = bodies ?? { requestHeaders: {} };
  const replayKey = kept.recipe as ReplayKey | undefined; // a record holds what `handle` gave it
  const { number, answered } = facts;
  return {
    requestHeaders,
    requestBody: request,
    ...(answered && {
      answerHeaders: { ...standardHeaders(sandbox.identity.id, number, answered.at), ...answerHeaders },
    }),
    answerBody: replayKey ? searchAgain(sandbox, replayKey, request) : answer,
  };
}

/** The answer of a recorded Search; undefined where a hidden value in its criteria leaves nothing to search by. */
function searchAgain(sandbox: Sandbox, replayKey: ReplayKey, request: unknown): unknown {
  const { Criteria } = request as { Criteria?: unknown }; // a Search has them
  try {
    return JSON.parse(renderSearchAgain(sandbox, replayKey, JSON.stringify(Criteria)));
  } catch {
    return undefined;
  }
}
