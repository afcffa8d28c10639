import { entryIn } from '#contracts/exchange';
import { type Fault, readFault } from '#contracts/fault';
import { maskBody, maskText } from '#contracts/util';
import {
  type BookingRecord,
  type ClosedCall,
  closedCall,
  type JournalState,
  type TokenRecord,
} from '../books/index.ts';
import { hash64, hexId, mix, nextMacrotask } from '../clock/index.ts';
import { maskFault } from '../faults/index.ts';
import type { SandboxState } from './codec.ts';
import type { Sandbox } from './sandbox.ts';

interface UncheckedFile extends Pick<SandboxState, 'format' | 'version' | 'identity' | 'start'> {
  readonly checksum: string;
  readonly state: object;
}

type NumberedText = readonly [number: number, text: string];
type WrittenState = Omit<SandboxState, keyof UncheckedFile | 'journal'> & { journal: JournalInFile };
type JournalInFile = Pick<JournalState, 'next'> & Record<'facts' | 'bodies', Iterable<NumberedText>>;

/**
 * Card, CPF and identity document numbers and e-mails in references, guests and faults are masked (auth.5). After an import, a call
 * finds such a booking or matches such a fault only with the masked text. Later calls do not change the file.
 */
export function fileTexts(sandbox: Sandbox): Iterable<string> {
  const { format, version, identity, start, store, journal, ...rest } = sandbox.dump();
  const mask = createFaultMask();
  const head = {
    format,
    version,
    identity,
    start: { ...start, faults: start.faults.map(fault => maskGiven(fault, mask)) },
  };
  const state = {
    ...rest,
    faults: rest.faults.map(({ fault, ...counts }) => ({ ...counts, fault: mask(fault) })),
    plays: rest.plays.map(play => ({ ...play, keys: play.keys.map(maskText) })),
  };
  const { bookings, tokens, shared, ...counts } = store;
  const lists = {
    store: {
      ...counts,
      bookings: mapped(bookings, booking =>
        withMaskedTexts(typeof booking === 'string' ? JSON.parse(booking) : booking),
      ),
      tokens: mapped(tokens, ([key, record]) => [maskText(key), withMaskedAnswer(record)]),
      ...(shared && { shared: mapped(shared, ([key, ids]) => [maskText(key), ids]) }),
    },
    journal: journalInFile(journal),
  };
  return textsOf(head, { ...state, ...lists });
}

function* textsOf(head: object, state: object): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"state":`;
  let sum: Checksum = noChecksum;
  for (const text of stateTexts(state)) {
    sum = addTo(sum, text);
    yield text;
  }
  yield `,"checksum":"${checksumText(sum)}"}`;
}

const charactersInTurn = 65_536;
const callsInTurn = 20;

/** Other calls have their turn while a large file is checked. @throws Error when the checksum does not fit the state */
export async function stateIn(file: UncheckedFile): Promise<SandboxState> {
  const { format, version, identity, start, checksum, state } = file;
  let sum: Checksum = noChecksum;
  let characters = 0;
  for (const text of stateTexts(state)) {
    sum = addTo(sum, text);
    characters += text.length;
    if (characters < charactersInTurn) continue;
    characters = 0;
    await nextMacrotask();
  }
  if (checksumText(sum) !== checksum)
    throw new Error(
      'the checksum does not fit "state": the file was changed or is incomplete; send the unchanged "state" and "checksum" of an export',
    );
  const { journal, ...others } = state as WrittenState; // an export has written this state
  return { ...others, journal: await readJournal(journal), format, version, identity, start };
}

const journalInFile = ({ next, calls }: JournalState): JournalInFile => ({
  next,
  facts: mapped(calls, call => [call.number, JSON.stringify(entryIn(call).facts)]),
  bodies: calls.flatMap(({ number, bodies }): NumberedText[] =>
    bodies === undefined ? [] : [[number, bodies]],
  ),
});

async function readJournal({ next, facts, bodies }: JournalInFile): Promise<JournalState> {
  const texts = new Map(bodies);
  const calls: ClosedCall[] = [];
  for (const [number, text] of facts) {
    const own = texts.get(number);
    calls.push(closedCall({ facts: JSON.parse(text), bodies: own === undefined ? own : JSON.parse(own) }));
    if (calls.length % callsInTurn === 0) await nextMacrotask();
  }
  return { next, calls };
}

/** Computes an entry when it is written, because all of them together can take much memory. */
function* mapped<Value, Mapped>(values: Iterable<Value>, map: (value: Value) => Mapped): Generator<Mapped> {
  for (const value of values) yield map(value);
}

function* stateTexts(value: object, depth = 0): Generator<string> {
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (isIterable(member)) yield* listTexts(member);
    else if (depth === 0 && typeof member === 'object' && member !== null)
      yield* stateTexts(member, depth + 1);
    else yield JSON.stringify(member);
  }
  yield separator === '{' ? '{}' : '}';
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

function* listTexts(list: Iterable<unknown>): Generator<string> {
  let separator = '[';
  for (const entry of list) {
    yield separator + JSON.stringify(entry);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

type Checksum = readonly [high: number, low: number];
const noChecksum: Checksum = [0, 0];

/** The checksum finds accidental changes; it does not protect from a forger. */
function addTo([high, low]: Checksum, text: string): Checksum {
  const [h, l] = hash64(text, high);
  return [h, mix(low ^ l)];
}

const checksumText = (sum: Checksum): string => hexId(sum, 0);

const hide = () => '***';

const withMaskedTexts = (booking: BookingRecord): BookingRecord => ({
  ...booking,
  services: booking.services.map(({ reference, paxs, ...service }) => ({
    ...service,
    paxs: maskBody(paxs, hide) as typeof paxs, // `maskBody` keeps the fields
    ...(reference !== undefined && { reference: maskText(reference) }),
  })),
});

const withMaskedAnswer = (record: TokenRecord): TokenRecord =>
  record.step === 'answered'
    ? { ...record, answer: JSON.stringify(maskBody(JSON.parse(record.answer), hide)) }
    : record;

type FaultMask = <F extends Fault>(fault: F) => F;

/** Different values stay different. Otherwise two masked faults could conflict in an import. */
function createFaultMask(): FaultMask {
  const original = new Map<string, string>();
  function write(value: unknown, shown: string): string {
    const own = String(value);
    let free = shown;
    for (let count = 2; (original.get(free) ?? own) !== own; count += 1) free = `${shown} (${count})`;
    original.set(free, own);
    return free;
  }
  return fault => maskFault(fault, write);
}

/** A short form without a value to mask stays a text. */
function maskGiven(given: unknown, mask: FaultMask): unknown {
  const fault = readFault(given);
  const text = JSON.stringify(fault);
  const shown = mask(fault);
  return JSON.stringify(shown) === text ? given : shown;
}
