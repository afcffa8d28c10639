import type { OperationId } from '#contracts';
import { type Ending, type Exchange, headerKind, personalHeaders, type Stamp } from '#contracts/exchange';
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
import type { Observation, ObservedCall } from '../observation.ts';
import { type ReplayKey, renderSearchAgain } from '../operations/index.ts';
import { pauseFor, type Sandbox } from '../sandboxes/index.ts';
import type { Address } from './address.ts';
import { standardHeaders } from './answer.ts';
import { parseObject } from './parse.ts';
import { createAddressRedactor, type RedactAddress } from './redact-call.ts';
import type { Answered, IncomingCall, KeptAnswer, OutgoingAnswer, Reached, Received } from './stages.ts';
import { warningHeader } from './warning-header.ts';

/** Answers a call. This function never throws. */
export type AnswerCall = (received: Received) => Answered | Promise<Answered>;

/**
 * Records one call as an exchange of a sandbox: opens a record, reads the body, calls `answer`, and records the result.
 * The pipeline uses this function for calls to the supplier's API. The tool server uses the function for calls to the
 * tools.
 */
export type RecordExchange = (
  sandbox: Sandbox,
  incoming: IncomingCall,
  answer: AnswerCall,
) => Promise<OutgoingAnswer>;

interface ExchangeParts {
  /** The addresses of the operations. They show which parts of a path are secrets. */
  addresses: readonly Address[];
  /** The clock that gives the real time for the journal. */
  machine: MachineClock;
  observation: Observation;
}

/** Creates the function that records every exchange of a server. */
export function createRecordExchange({ addresses, machine, observation }: ExchangeParts): RecordExchange {
  const redactAddress = createAddressRedactor(addresses);
  return async (sandbox, incoming, answer) => {
    const { clock } = sandbox;
    clock.firstRequest();
    const stamp = (): Stamp => ({
      at: clock.now(),
      real: Math.round(machine.monotonic() * 1_000) / 1_000,
    });
    const turn = createTurn(sandbox, incoming);
    const recording = openRecord(sandbox, incoming, { stamp, redactAddress, observation });
    try {
      const text = await incoming.readBody();
      // The call must see each advance of the clock as one step.
      for (let moving = clock.settleInSlices(); moving; moving = clock.settleInSlices()) await moving;
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
      // An await takes a turn of the event loop, even for an answer that is ready. So the code awaits only promises.
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
  const { status, headers, body, isAscii, wire, warnings, afterwards } = answered;
  let { release } = answered;
  return {
    status,
    headers,
    body,
    isAscii,
    wire,
    warnings,
    closed(ending, bytes) {
      afterwards?.();
      closeRecord(ending, bytes);
      release?.();
      release = undefined; // a second release would let two answers share the memory
    },
  };
}

/** The time from the start of a call to its answer, in which an `auto` clock must not jump, except during a pause. */
interface Turn {
  pause: Received['pause'];
  end(): void;
}

/** Prevents jumps of an `auto` clock while the server works on a call. During a pause of the call, the clock may jump. */
function createTurn(sandbox: Sandbox, incoming: IncomingCall): Turn {
  let release = sandbox.clock.exchangeOpened();
  return {
    end: () => release(),
    pause({ ms, who }, after) {
      const resume = () => {
        release = sandbox.clock.exchangeOpened();
      };
      const wait = { ms, who, client: incoming.signal(), holder: incoming };
      release(); // the call now waits for the clock, so the clock may jump
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

interface RecordParts {
  readonly stamp: () => Stamp;
  readonly redactAddress: RedactAddress;
  readonly observation: Observation;
}

/** Opens the record of a call. From this moment, the journal shows the call. */
function openRecord(
  sandbox: Sandbox,
  incoming: IncomingCall,
  { stamp, redactAddress, observation }: RecordParts,
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
      observation.observer?.exchange(observed(record));
      if (faults) record.faults = faults();
      // A client that disconnected has read only a part of the answer, so the journal does not keep the answer.
      if (faults && ending !== 'complete') kept = {};
      record.replayKey = kept.replayKey;
      record.answerFacts = kept.facts;
      const text = writeCall(record, request, kept.json ?? JSON.stringify(kept.answer));
      journal.close(number, isPublic ? text : writeEntry(redactCall(text, redactor)));
    },
  };
}

/** Returns the data of a closed call for the metrics. */
const observed = ({ operation, status, opened, answered, closed }: RecordedCall): ObservedCall => ({
  operation,
  status,
  ms: (answered ?? closed ?? opened).real - opened.real,
});

/** Records the request of a call, and returns its body in contract names as JSON text. */
function describeRequest(
  record: RecordedCall,
  reached: Reached,
  redactAddress: RedactAddress,
): string | undefined {
  const { operation, text, incoming, warnings, json, sandbox } = reached;
  // A call without an operation was refused before its body was parsed, so the body is parsed here.
  const body = reached.body ?? (operation ? undefined : parseObject(text));
  const redactor = sandbox.redactor.with(secretIn(operation, body));
  if (operation) record.operation = operation.id as OperationId; // the operations of the contract have no other ids
  record.url = redactAddress(incoming.url, redactor);
  for (const name of incoming.headerNames()) {
    const kind = headerKind(name);
    const value = kind === 'standard' ? undefined : incoming.header(name);
    if (value === undefined) continue;
    if (kind !== 'other') record.requestHeaders[name] = value;
    if (kind === 'custom' || kind === 'other') addPersonal(record, name, value);
  }
  record.warnings = warnings;
  if (typeof body !== 'object') return JSON.stringify(describeUnreadable(text, redactor));
  // Every repair of the body adds a warning. If there is no warning, the body is unchanged, and its JSON text can be stored.
  return warnings.length === 0 && json !== undefined ? json : JSON.stringify(body);
}

function addPersonal(record: RecordedCall, name: string, value: string): void {
  const found = personalHeaders(name, value);
  if (found.length > 0) record.personalHeaders = [...(record.personalHeaders ?? []), ...found].slice(0, 3);
}

/**
 * Returns whether a call contains no secrets except the secrets of its sandbox. The journal may redact such a call
 * later. A call with a card, and an invalid call, which can contain any secret, are redacted at once.
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

/** The headers and bodies of a recorded exchange that the journal still has. */
export type Wire = Pick<Exchange, 'requestHeaders' | 'requestBody' | 'answerHeaders' | 'answerBody'>;

/**
 * Returns the headers and bodies of an exchange of the journal. The journal does not store the answer of a Search, so
 * this function creates the answer again.
 *
 * @example wireOf(sandbox, entry).answerBody
 */
export function wireOf(sandbox: Sandbox, { facts, bodies }: JournalEntry): Wire {
  const { requestHeaders, request, answer, answerHeaders, ...kept } = bodies ?? { requestHeaders: {} };
  const replayKey = kept.recipe as ReplayKey | undefined; // `handle` has created this key
  const { number, answered, warnings = [] } = facts;
  const standard = answered && standardHeaders(sandbox.identity.id, number, answered.at);
  return {
    requestHeaders,
    requestBody: request,
    ...(standard && { answerHeaders: { ...standard, ...answerHeaders, ...warningHeader(warnings) } }),
    answerBody: replayKey ? searchAgain(sandbox, replayKey, request) : answer,
  };
}

/** Returns the answer of a recorded Search. Returns undefined when a masked value in the criteria is not valid in a Search. */
function searchAgain(sandbox: Sandbox, replayKey: ReplayKey, request: unknown): unknown {
  const { Criteria } = request as { Criteria?: unknown }; // every Search has criteria
  try {
    return JSON.parse(renderSearchAgain(sandbox, replayKey, JSON.stringify(Criteria)));
  } catch {
    return undefined;
  }
}
