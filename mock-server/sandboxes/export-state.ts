import { maskBody, maskText } from '#contracts/exchange';
import type { BookingRecord, TokenRecord } from '../store/index.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxState } from './sandbox-config.ts';

/**
 * Returns the state of a sandbox as a file may hold it: card numbers, e-mails and CPF numbers in what the client calls its bookings
 * are masked (auth.5). A sandbox made from it knows such a booking by its masked reference.
 *
 * @example exportState(sandbox).store.bookings[0]?.services[0]?.reference // 'trip of aaa@aaaaaaa.aaa'
 */
export function exportState(sandbox: Sandbox): SandboxState {
  const state = sandbox.dump();
  const { store, plays } = state;
  return {
    ...state,
    store: {
      ...store,
      bookings: store.bookings.map(withMaskedReferences),
      tokens: store.tokens.map(([key, record]) => [maskText(key), withMaskedAnswer(record)]),
    },
    plays: plays.map(play => ({ ...play, keys: play.keys.map(maskText) })),
  };
}

const withMaskedReferences = (booking: BookingRecord): BookingRecord => ({
  ...booking,
  services: booking.services.map(({ reference, ...service }) => ({
    ...service,
    ...(reference !== undefined && { reference: maskText(reference) }),
  })),
});

/** An answer kept for its Idempotency-Key repeats what the client sent. */
const withMaskedAnswer = (record: TokenRecord): TokenRecord =>
  record.step === 'answered'
    ? { ...record, answer: JSON.stringify(maskBody(JSON.parse(record.answer), () => '***')) }
    : record;
