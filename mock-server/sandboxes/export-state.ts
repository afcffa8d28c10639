import { maskBody, maskText } from '#contracts/exchange';
import { type Fault, readFault } from '#contracts/fault';
import { maskFault } from '../faults/index.ts';
import type { BookingRecord, TokenRecord } from '../store/index.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxState } from './sandbox-config.ts';

/**
 * Returns the state of a sandbox as a file may hold it: card numbers, e-mails, CPF and document numbers in references, guests and
 * faults are masked (auth.5). A sandbox made from it knows such a booking by its masked reference, and such a fault matches it.
 *
 * @example exportState(sandbox).store.bookings[0]?.services[0]?.reference // 'trip of aaa@aaaaaaa.aaa'
 */
export function exportState(sandbox: Sandbox): SandboxState {
  const state = sandbox.dump();
  const { store, plays, start, faults } = state;
  const mask = createFaultMask();
  return {
    ...state,
    start: { ...start, faults: start.faults.map(fault => maskGiven(fault, mask)) },
    faults: faults.map(({ fault, ...counts }) => ({ ...counts, fault: mask(fault) })),
    store: {
      ...store,
      bookings: store.bookings.map(withMaskedTexts),
      tokens: store.tokens.map(([key, record]) => [maskText(key), withMaskedAnswer(record)]),
    },
    plays: plays.map(play => ({ ...play, keys: play.keys.map(maskText) })),
  };
}

const hide = () => '***';

const withMaskedTexts = (booking: BookingRecord): BookingRecord => ({
  ...booking,
  services: booking.services.map(({ reference, paxs, ...service }) => ({
    ...service,
    paxs: maskBody(paxs, hide) as typeof paxs, // the same fields
    ...(reference !== undefined && { reference: maskText(reference) }),
  })),
});

/** Masks the answer of an Idempotency-Key, because it repeats a part of the request. */
const withMaskedAnswer = (record: TokenRecord): TokenRecord =>
  record.step === 'answered'
    ? { ...record, answer: JSON.stringify(maskBody(JSON.parse(record.answer), hide)) }
    : record;

type FaultMask = <F extends Fault>(fault: F) => F;

/** Different values stay different: faults that are armed together would contradict each other after an import. */
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

/** A fault may be given as its shorthand, which stays as it is where nothing in it is masked. */
function maskGiven(given: unknown, mask: FaultMask): unknown {
  const fault = readFault(given);
  const text = JSON.stringify(fault);
  const shown = mask(fault);
  return JSON.stringify(shown) === text ? given : shown;
}
