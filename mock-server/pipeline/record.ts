import type { OperationId } from '#contracts';
import {
  type Ending,
  type Exchange,
  headerKind,
  type PersonalHeader,
  personalHeaders,
  type Stamp,
} from '#contracts/exchange';
import {
  describeUnreadable,
  type RecordedCall,
  redactCall,
  StoreError,
  secretIn,
  storeRefusal,
} from '../books/index.ts';
import type { MachineClock } from '../clock/index.ts';
import {
  type AfterPause,
  type Observation,
  type ObservedCall,
  pauseFor,
  type Sandbox,
  type SandboxKeep,
  type Wait,
} from '../sandbox/index.ts';
import type { RefuseCall } from './handle.ts';
import type { AddressSecrets } from './match.ts';
import { parseObject } from './read.ts';
import type { Answered, IncomingCall, OutgoingAnswer, Reached, Received } from './stages.ts';

type AnswerCall = (received: Received) => Answered | Promise<Answered>;

export type RecordExchange = ReturnType<typeof createRecordExchange>;

interface ExchangeParts {
  secrets: Pick<AddressSecrets, 'redact'>;
  machine: MachineClock;
  observation: Observation;
  refuseCall: RefuseCall;
}

/** For calls to the supplier's API and to the tools. */
export const createRecordExchange =
  (parts: ExchangeParts) =>
  (sandbox: Sandbox, incoming: IncomingCall, answer: AnswerCall): Promise<OutgoingAnswer> => {
    const open = (current: Sandbox) => openCall(current, incoming, parts);
    const call = { sandbox, incoming, answer, open };
    return sandbox.keep ? answerInTurn(call, sandbox.keep, parts.refuseCall) : answerInMemory(call);
  };

function openCall(sandbox: Sandbox, incoming: IncomingCall, parts: ExchangeParts) {
  const { clock } = sandbox;
  clock.firstRequest();
  const turn = createTurn(sandbox, incoming);
  const recording = openRecord(sandbox, incoming, parts);
  const { number, settled } = recording;
  const { pause } = turn;
  return {
    turn,
    recording,
    receive: (text: string | null): Received => {
      const now = clock.now();
      return { sandbox, incoming, number, text, now, warnings: [], pause, settled };
    },
  };
}

type OpenCall = ReturnType<typeof openCall>;

interface RecordedRequest {
  readonly sandbox: Sandbox;
  readonly incoming: IncomingCall;
  readonly answer: AnswerCall;
  open(current: Sandbox): OpenCall;
}

async function answerInMemory({ sandbox, incoming, answer, open }: RecordedRequest): Promise<OutgoingAnswer> {
  const { turn, recording, receive } = open(sandbox);
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

/** The call runs again if another process was faster. A call that waits for a fault has no turn while it waits. */
async function answerInTurn(
  { sandbox, incoming, answer, open }: RecordedRequest,
  keep: SandboxKeep,
  refuseCall: RefuseCall,
): Promise<OutgoingAnswer> {
  const release = keep.use();
  let opened: OpenCall | undefined;
  let reached: Reached | undefined;
  try {
    const text = await incoming.readBody();
    const { made } = await keep
      .run(current => {
        const call = open(current);
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
        opened = open(sandbox);
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

const outgoing = (answered: Answered, closeRecord: OutgoingAnswer['closed']): OutgoingAnswer => ({
  ...answered,
  closed(ending, bytes) {
    answered.afterwards?.();
    closeRecord(ending, bytes);
  },
});

/** From the start of a call to its answer, an `auto` clock must not jump, except during a pause. */
function createTurn(sandbox: Sandbox, incoming: IncomingCall) {
  let release = sandbox.clock.exchangeOpened();
  return {
    end: () => release(),
    pause({ ms, who }: Pick<Wait, 'ms' | 'who'>, after: AfterPause) {
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

type OpenExchange = Pick<Exchange, 'number' | 'operation' | 'method' | 'url' | 'opened' | 'connection'>;

/** From this moment, the journal shows the call. */
function openRecord(
  { clock, journal, redactor, keep }: Sandbox,
  incoming: IncomingCall,
  { machine, secrets: { redact: redactAddress }, observation }: ExchangeParts,
) {
  const stamp = (): Stamp => ({ at: clock.now(), real: Math.round(machine.monotonic() * 1_000) / 1_000 });
  const exchange: OpenExchange = {
    number: journal.nextNumber(),
    operation: null,
    method: redactor.redactText(incoming.method),
    url: redactAddress(incoming.url, redactor),
    opened: stamp(),
    ...(incoming.connection && { connection: incoming.connection }),
  };
  journal.open({ ...exchange, request: {}, answer: {} });
  let sent: { answered: Answered; real: number } | undefined;
  const describe = (ending: Ending, bytes: number, last = sent): RecordedCall => ({
    ...exchange,
    requestHeaders: {},
    warnings: [],
    ...(last && describeRequest(last.answered, redactAddress)),
    ...(last && describeAnswer(last.answered, { real: last.real, ending })),
    closed: { ...stamp(), ending, bytes },
  });
  return {
    number: exchange.number,
    /**
     * Adds the record of an answer to the changes of its turn, if the answer reports a change. If the process ends before `closed`, no
     * one knows whether the client has it.
     */
    settled(answered: Answered) {
      if (!keep?.keepsJournal || !reportsChange(answered)) return;
      const call = describe('reset', 0, { answered, real: stamp().real });
      journal.settle(redactCall(call, redactor));
    },
    answered(answered: Answered) {
      sent = { answered, real: stamp().real };
    },
    closed(ending: Ending, bytes: number) {
      const call = describe(ending, bytes);
      observation.observer?.exchange(observed(call));
      journal.close(redactCall(call, redactor));
    },
  };
}

/** Bookings, or the counts of faults. */
const reportsChange = ({ reached: { operation }, status, faults }: Answered): boolean =>
  faults !== undefined ||
  (status === 200 &&
    operation !== undefined &&
    operation.effect !== 'read' &&
    operation.effect !== 'validate');

const observed = ({ operation, status, opened, answered, closed }: RecordedCall): ObservedCall => ({
  operation,
  status,
  ms: (answered ?? closed ?? opened).real - opened.real,
});

function describeAnswer(
  { reached, wire, kept, at, status, extraHeaders, isToolCall, faults }: Answered,
  { real, ending }: { real: number; ending: Ending },
): Partial<RecordedCall> {
  const isSent = wire?.kind !== 'none' && !(wire?.kind === 'cut' && wire.at === 'before-headers');
  // A client that disconnected has read only a part of a damaged answer, so the journal does not keep this answer.
  const isPartial = faults !== undefined && ending !== 'complete';
  return {
    ...(isToolCall && { toolCall: true }),
    ...(reached.play && { scenario: reached.play.scenario }),
    ...(isSent && { answered: { at, real }, status, answerHeaders: { ...extraHeaders } }),
    ...(faults && { faults: faults() }),
    ...(!isPartial && kept),
  };
}

/** The body has contract names. */
function describeRequest(
  { reached, warnings = [] }: Answered,
  redactAddress: AddressSecrets['redact'],
): Partial<RecordedCall> {
  const { operation, text, incoming, json, sandbox } = reached;
  // A call without an operation was refused before its body was parsed, so the body is parsed here.
  const body = reached.body ?? (operation ? undefined : parseObject(text));
  const redactor = sandbox.redactor.with(secretIn(operation, body));
  const requestHeaders: Record<string, string> = {};
  const personal: PersonalHeader[] = [];
  for (const name of incoming.headerNames()) {
    const kind = headerKind(name);
    const value = kind === 'standard' ? undefined : incoming.header(name);
    if (value === undefined) continue;
    requestHeaders[name] = value;
    if (kind === 'custom' || kind === 'other') personal.push(...personalHeaders(name, value));
  }
  // Without a warning, nothing was repaired, so the JSON of the client has the names and the order of the contract.
  const sent = warnings.length === 0 && json !== undefined ? json : body;
  return {
    ...(operation && { operation: operation.id as OperationId }), // the operations of the contract have no other ids
    url: redactAddress(incoming.url, redactor),
    requestHeaders,
    ...(personal.length > 0 && { personalHeaders: personal.slice(0, maxPersonal) }),
    warnings: [...warnings],
    requestBody: typeof body === 'object' ? sent : describeUnreadable(text, redactor),
  };
}

const maxPersonal = 3;
