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
import { storeRefusal } from '../refusal.ts';
import { pauseFor, type Sandbox, type SandboxKeep } from '../sandboxes/index.ts';
import { StoreError } from '../store-error.ts';
import type { Address } from './address.ts';
import type { RefuseCall } from './answer.ts';
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
  refuseCall: RefuseCall;
}

/** Creates the function that records every exchange of a server. */
export function createRecordExchange(parts: ExchangeParts): RecordExchange {
  const { addresses, machine, observation } = parts;
  const redactAddress = createAddressRedactor(addresses);

  /** Opens the record of a call. */
  function open(sandbox: Sandbox, incoming: IncomingCall): OpenCall {
    const { clock } = sandbox;
    clock.firstRequest();
    const stamp = (): Stamp => ({
      at: clock.now(),
      real: Math.round(machine.monotonic() * 1_000) / 1_000,
    });
    const turn = createTurn(sandbox, incoming);
    const recording = openRecord(sandbox, incoming, { stamp, redactAddress, observation });
    const { number, settled } = recording;
    const { pause } = turn;
    return {
      turn,
      recording,
      receive: text => ({ sandbox, incoming, number, text, now: clock.now(), warnings: [], pause, settled }),
    };
  }

  async function inMemory(
    sandbox: Sandbox,
    incoming: IncomingCall,
    answer: AnswerCall,
  ): Promise<OutgoingAnswer> {
    const { turn, recording, receive } = open(sandbox, incoming);
    try {
      const made = answer(receive(await incoming.readBody()));
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
  }

  return (sandbox, incoming, answer) =>
    sandbox.keep
      ? answerInTurn({ sandbox, keep: sandbox.keep, incoming, answer }, open, parts.refuseCall)
      : inMemory(sandbox, incoming, answer);
}

/** A call whose record is open. */
interface OpenCall {
  readonly turn: Turn;
  readonly recording: Recording;
  receive(text: string | null): Received;
}

interface KeptCall {
  readonly sandbox: Sandbox;
  readonly keep: SandboxKeep;
  readonly incoming: IncomingCall;
  readonly answer: AnswerCall;
}

/**
 * Answers a call of a sandbox in a durable store. The call runs in a turn of the sandbox, and again if another process was faster. A
 * call that waits for a fault has no turn while it waits.
 */
async function answerInTurn(
  { sandbox, keep, incoming, answer }: KeptCall,
  open: (sandbox: Sandbox, incoming: IncomingCall) => OpenCall,
  refuseCall: RefuseCall,
): Promise<OutgoingAnswer> {
  const release = keep.use();
  let opened: OpenCall | undefined;
  let reached: Reached | undefined;
  try {
    const text = await incoming.readBody();
    const { made } = await keep
      .run(current => {
        const call = open(current, incoming);
        opened = call;
        current.undo(() => {
          call.turn.end();
          current.journal.takeBack(call.recording.number);
        });
        const received = call.receive(text);
        reached = received; // the stages add their properties to this object
        const made = answer(received);
        if (!(made instanceof Promise)) call.recording.settled(made);
        return { made };
      })
      .catch(error => {
        if (!(error instanceof StoreError)) throw error;
        opened = open(sandbox, incoming);
        return { made: refuseCall({ ...reached, ...opened.receive(text) }, storeRefusal(error)) };
      });
    const answered = await made;
    opened?.recording.answered(answered);
    const { afterwards, ...others } = answered;
    const closed = opened?.recording.closed ?? (() => {});
    return outgoing(others, (ending, bytes) => {
      if (!afterwards) closed(ending, bytes);
      else
        keep.run(afterwards).then(
          () => closed(ending, bytes),
          () => closed(ending, bytes), // the operation did not run, as after a crash
        );
    });
  } catch (error) {
    opened?.recording.closed('client-gone', 0);
    throw error;
  } finally {
    opened?.turn.end();
    release();
  }
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
        release();
        release = sandbox.clock.exchangeOpened();
        sandbox.undo(() => release());
      };
      const wait = { ms, who, client: incoming.signal(), holder: incoming, isRepeatable: true };
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
  /**
   * Adds the record of an answer to the changes of its turn, if the answer reports a change. If the process ends before `closed`, no
   * one knows whether the client has it.
   */
  settled(answered: Answered): void;
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
    settled(answered) {
      if (!sandbox.keep?.keepsJournal || !reportsChange(answered)) return;
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

/** Returns whether a call has changed bookings, or the counts of faults. */
const reportsChange = ({ reached: { operation }, status, faults }: Answered): boolean =>
  faults !== undefined ||
  (status === 200 &&
    operation !== undefined &&
    operation.effect !== 'read' &&
    operation.effect !== 'validate');

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
