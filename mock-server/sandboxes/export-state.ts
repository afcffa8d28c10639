import { maskBody, maskText } from '#contracts/exchange';
import { type Fault, readFault } from '#contracts/fault';
import { maskFault } from '../faults/index.ts';
import type { BookingRecord, TokenRecord } from '../store/index.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxState } from './sandbox-config.ts';

/**
 * Returns the state of a sandbox for a file. Card, CPF and identity document numbers and e-mails in references, guests and
 * faults are masked (auth.5). After an import, a call finds such a booking or matches such a fault only if the call contains
 * the masked text.
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
      ...(store.shared && { shared: store.shared.map(([key, ids]) => [maskText(key), ids]) }),
    },
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
