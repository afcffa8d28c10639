import type { OperationId } from '#contracts';
import { type Ending, headerKind, personalHeaders, type Stamp } from '#contracts/exchange';
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
import { pauseFor, type Sandbox } from '../sandboxes/index.ts';
import type { Address } from './address.ts';
import { parseObject } from './parse.ts';
import { createAddressRedactor, type RedactAddress } from './redact-call.ts';
import type { Answered, IncomingCall, KeptAnswer, OutgoingAnswer, Reached, Received } from './stages.ts';

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
      const { number } = recording;
      const made = answer({
        sandbox,
        incoming,
        number,
        text,
        now: clock.now(),
        warnings: [],
        pause: turn.pause,
        storeWithChange: recording.storeWithChange,
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
  /** Records an answer that waits for the durable store. If the process ends before `closed`, no one knows whether the client has it. */
  storeWithChange(answered: Answered): void;
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
  const parts = { real: () => stamp().real, redactAddress };
  let described: Described = { kept: {}, request: undefined, isPublic: false };
  let last: Answered | undefined;
  let early: { answered: Answered; entry: JournalEntry } | undefined;
  return {
    number,
    storeWithChange(answered) {
      if (!journal.writer) return;
      described = describeAnswer(record, answered, parts);
      const ended: RecordedCall = { ...record, closed: { ...stamp(), ending: 'reset', bytes: 0 } };
      if (answered.faults) ended.faults = answered.faults();
      const text = textOf(ended, answered.faults ? { ...described, kept: {} } : described, redactor);
      early = { answered, entry: journal.answered(number, text) };
    },
    answered(answered) {
      last = answered;
      if (early?.answered !== answered) described = describeAnswer(record, answered, parts);
      else if (record.answered) record.answered = { at: answered.at, real: stamp().real };
    },
    closed(ending, bytes) {
      record.closed = { ...stamp(), ending, bytes };
      observation.observer?.exchange(observed(record));
      const faults = last?.faults;
      if (faults) record.faults = faults();
      // A client that disconnected has read only a part of the answer, so the journal does not keep the answer.
      const isPartial = faults !== undefined && ending !== 'complete';
      const isSame = early?.answered === last && !faults; // most calls that change bookings: they are redacted only once
      const text =
        early && isSame
          ? writeEntry(withTimes(early.entry, record))
          : textOf(record, isPartial ? { ...described, kept: {} } : described, redactor);
      journal.close(number, text);
    },
  };
}

/** Returns a redacted exchange with the times of its record. */
const withTimes = ({ facts, bodies }: JournalEntry, { answered, closed }: RecordedCall): JournalEntry => ({
  facts: { ...facts, ...(answered && { answered }), ...(closed && { closed }) },
  bodies,
});

/** What the journal stores of an answered call beside its record. */
interface Described {
  readonly kept: KeptAnswer;
  /** The body of the request as JSON text. */
  readonly request: string | undefined;
  /** Whether the call contains no secrets except the secrets of its sandbox. */
  readonly isPublic: boolean;
}

/** Adds the request and the answer to the record of a call. @param real returns the present real time */
function describeAnswer(
  record: RecordedCall,
  answered: Answered,
  { real, redactAddress }: { real: () => number; redactAddress: RedactAddress },
): Described {
  const { reached, wire, kept } = answered;
  const request = describeRequest(record, reached, redactAddress);
  if (answered.isToolCall) record.toolCall = true;
  if (reached.play) record.scenario = reached.play.scenario;
  if (wire?.kind !== 'none' && !(wire?.kind === 'cut' && wire.at === 'before-headers')) {
    record.answered = { at: answered.at, real: real() };
    record.status = answered.status;
    record.answerHeaders = { ...answered.extraHeaders };
  }
  return { kept, request, isPublic: hasNoSecret(record, reached, request) };
}

/** Returns the text of a closed call for the journal. */
function textOf(
  record: RecordedCall,
  { kept, request, isPublic }: Described,
  redactor: Sandbox['redactor'],
): string {
  record.replayKey = kept.replayKey;
  record.answerFacts = kept.facts;
  const text = writeCall(record, request, kept.json ?? JSON.stringify(kept.answer));
  return isPublic ? text : writeEntry(redactCall(text, redactor));
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
  if (record.personalHeaders) delete record.personalHeaders; // a refusal replaces an answer that was described before
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
