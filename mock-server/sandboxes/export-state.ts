import { maskBody, maskText } from '#contracts/exchange';
import { type Fault, readFault } from '#contracts/fault';
import { maskFault } from '../faults/index.ts';
import type { BookingRecord, TokenRecord } from '../store/index.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxReading, SmallState } from './sandbox-config.ts';

/**
 * Yields the state of a sandbox at this moment as the texts of a JSON file. Card, CPF and identity document numbers and e-mails in
 * references, guests and faults are masked (auth.5). After an import, a call finds such a booking or matches such a fault only if
 * the call contains the masked text. Later calls do not change the file. Some texts are empty.
 *
 * @example JSON.parse([...exportTexts(sandbox)].join('')).store.bookings[0]?.services[0]?.reference // 'trip of aaa@aaaaaaa.aaa'
 */
export function exportTexts(sandbox: Sandbox): Generator<string, void> {
  return texts(sandbox.read());
}

function* texts({ small, bookings, rest, journal }: SandboxReading): Generator<string, void> {
  try {
    const { tokens, counts, due, booked, shared } = rest;
    yield `${JSON.stringify(maskSmall(small)).slice(0, -1)},"store":{`;
    yield* list('bookings', bookings.oldestFirst(), text =>
      text === '' ? '' : JSON.stringify(withMaskedTexts(JSON.parse(text))),
    );
    yield ',';
    yield* list('tokens', tokens, ([key, record]) =>
      JSON.stringify([maskText(key), withMaskedAnswer(record)]),
    );
    for (const [name, values] of Object.entries({ counts, due, booked })) {
      yield ',';
      yield* list<unknown>(name, values, value => JSON.stringify(value));
    }
    if (shared) yield ',';
    if (shared) yield* list('shared', shared, ([key, ids]) => JSON.stringify([maskText(key), ids]));
  } finally {
    bookings.end();
  }
  yield '},"journal":{';
  yield* journalTexts(journal);
  yield '}}';
}

function* journalTexts(journal: SandboxReading['journal']): Generator<string, void> {
  let step = journal.next();
  for (; !step.done; step = journal.next()) yield '';
  const { next, facts, bodies } = step.value;
  yield `"next":${next},`;
  yield* list('facts', facts, pair => JSON.stringify(pair));
  yield ',';
  yield* list('bodies', bodies, pair => JSON.stringify(pair));
}

/** Yields a member of a JSON object whose value is a list. The list leaves out values without a text. */
function* list<T>(name: string, values: Iterable<T>, write: (value: T) => string): Generator<string, void> {
  yield `"${name}":[`;
  let isFirst = true;
  for (const value of values) {
    const text = write(value);
    yield text === '' || isFirst ? text : `,${text}`;
    if (text !== '') isFirst = false;
  }
  yield ']';
}

function maskSmall(small: SmallState): SmallState {
  const { plays, start, faults } = small;
  const mask = createFaultMask();
  return {
    ...small,
    start: { ...start, faults: start.faults.map(fault => maskGiven(fault, mask)) },
    faults: faults.map(({ fault, ...counts }) => ({ ...counts, fault: mask(fault) })),
    plays: plays.map(play => ({ ...play, keys: play.keys.map(maskText) })),
  };
}

const hide = () => '***';

const withMaskedTexts = (booking: BookingRecord): BookingRecord => ({
  ...booking,
  services: booking.services.map(({ reference, paxs, ...service }) => ({
    ...service,
    paxs: maskBody(paxs, hide) as typeof paxs, // `maskBody` keeps the fields
    ...(reference !== undefined && { reference: maskText(reference) }),
  })),
});

/** Masks the stored answer for an Idempotency-Key, because the answer repeats a part of the request. */
const withMaskedAnswer = (record: TokenRecord): TokenRecord =>
  record.step === 'answered'
    ? { ...record, answer: JSON.stringify(maskBody(JSON.parse(record.answer), hide)) }
    : record;

type FaultMask = <F extends Fault>(fault: F) => F;

/** Creates a mask for faults. Different values stay different. Otherwise two masked faults could conflict in an import. */
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

/** Masks a fault that is an object or a text in the short form. A text without a value to mask stays unchanged. */
function maskGiven(given: unknown, mask: FaultMask): unknown {
  const fault = readFault(given);
  const text = JSON.stringify(fault);
  const shown = mask(fault);
  return JSON.stringify(shown) === text ? given : shown;
}
