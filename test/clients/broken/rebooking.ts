import { type Client, createMemoryLedger } from '#client';
import { type ClientSetting, createReferenceClient } from '#scenarios/run/play/reference-client';
import { type Break, caughtBy, noLookUp, onTheWay, overriding, second, wire } from './broken-client.ts';
import { bookingTwice } from './flow.ts';
import { againAfter, againAtOnce } from './lost.ts';

/** Loses the answer of its first DoBooking, and then books afresh, as another process that knows nothing of the first one. */
export const bookingAfterLoss = (
  between: (client: Client, reference: string, setting: ClientSetting) => Promise<unknown>,
): Break =>
  overriding((client, setting) => {
    let reference: string | undefined;
    const deaf = onTheWay(setting, {
      'hotel.doBooking': async ({ send, body }) => {
        await send().catch(() => undefined);
        reference = String(body.ExternalReference);
        throw new TypeError('the connection broke');
      },
      getBooking: noLookUp,
    });
    return {
      book: async (request, consent) => {
        const stop = new AbortController();
        const first = deaf.book(request, consent, { signal: stop.signal }).catch(() => undefined);
        while (reference === undefined) await setting.clock.sleep(second);
        stop.abort();
        await first;
        await between(client, reference, setting);
        return createReferenceClient({ ...setting, ledger: createMemoryLedger() }).book(request, consent);
      },
    };
  });

export const rebooking = [
  ...caughtBy('no-blind-rebooking', 'answer-lost-not-booked', {
    'books again at once after a lost answer': wire({
      'hotel.doBooking': againAtOnce,
    }),
    'sends a look-up without any booking after a lost answer, and books again': wire({
      'hotel.doBooking': againAfter(({ other }) => other('getBooking', { BookingId: '0' })),
    }),
    'reads a list whose filter excludes its booking after a lost answer, and books again': wire({
      'hotel.doBooking': againAfter(({ other }) =>
        other('getBookingList', { SearchBookingCriteria: { CheckinDateFrom: '2030-01-01' } }),
      ),
    }),
  }),
  ...caughtBy('no-blind-rebooking', 'answer-lost-booked', {
    'finds its booking after a lost answer, and books again': wire({
      'hotel.doBooking': ({ send, other, body }) =>
        send().catch(async error => {
          await other('getBooking', { ExternalReference: body.ExternalReference });
          await send();
          throw error;
        }),
    }),
  }),
  ...caughtBy(['no-blind-rebooking', 'booked-as-expected'], 'answer-lost-booked', {
    'books again at once after a lost answer, and has two bookings': bookingAfterLoss(async () => undefined),
  }),
  ...caughtBy(['no-rebooking-while-unknown', 'booked-as-expected'], 'technical-problem-unresolved', {
    'books again while the result of the first booking is unknown': bookingTwice,
  }),
  ...caughtBy(['one-booking-in-flight', 'booked-as-expected'], 'double-click', {
    'has no lock for a user who clicks twice': overriding((_, setting) => ({
      book: (...asked) => createReferenceClient({ ...setting, ledger: createMemoryLedger() }).book(...asked),
    })),
  }),
  ...caughtBy('idempotency-key-present', 'hotel-confirmed', {
    'sends a number as its key in place of a UUID': wire({
      'hotel.doBooking': ({ send }) => send({ headers: { 'idempotency-key': 'booking-1' } }),
    }),
  }),
  ...caughtBy('idempotency-key-per-booking', 'trip-hotel-and-transfer', {
    'sends the same key with every booking': wire({
      'hotel.doBooking': ({ send }) => send({ headers: { 'idempotency-key': oneKey } }),
      'transfer.doBooking': ({ send }) => send({ headers: { 'idempotency-key': oneKey } }),
    }),
  }),
];

const oneKey = '3f2b8c1e-5d7a-4e90-b6c4-0a9d8e7f6b5c';
