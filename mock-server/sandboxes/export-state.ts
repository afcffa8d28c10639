import { maskBody, maskText } from '#contracts/exchange';
import type { BookingRecord, TokenRecord } from '../store/index.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxState } from './sandbox-config.ts';

/**
 * Returns the state of a sandbox for a file. Card numbers, e-mails and CPF numbers in the client's references are
 * masked (auth.5). After an import of the file, a booking with a masked reference is found by the masked text.
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

/** Masks the stored answer for an Idempotency-Key, because the answer repeats a part of the request. */
const withMaskedAnswer = (record: TokenRecord): TokenRecord =>
  record.step === 'answered'
    ? { ...record, answer: JSON.stringify(maskBody(JSON.parse(record.answer), () => '***')) }
    : record;
