import { type Client, createMemoryLedger } from '#client';
import { type ClientSetting, createReferenceClient } from '#scenarios/run/play/reference-client';
import { type Break, broken, noLookUp, onTheWay, onWire, overriding, second } from './broken-client.ts';
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
  onWire('books again at once after a lost answer', 'no-blind-rebooking', 'answer-lost-not-booked', {
    'hotel.doBooking': againAtOnce,
  }),
  onWire(
    'sends a look-up without any booking after a lost answer, and books again',
    'no-blind-rebooking',
    'answer-lost-not-booked',
    { 'hotel.doBooking': againAfter(({ other }) => other('getBooking', { BookingId: '0' })) },
  ),
  onWire(
    'reads a list whose filter excludes its booking after a lost answer, and books again',
    'no-blind-rebooking',
    'answer-lost-not-booked',
    {
      'hotel.doBooking': againAfter(({ other }) =>
        other('getBookingList', { SearchBookingCriteria: { CheckinDateFrom: '2030-01-01' } }),
      ),
    },
  ),
  onWire(
    'finds its booking after a lost answer, and books again',
    'no-blind-rebooking',
    'answer-lost-booked',
    {
      'hotel.doBooking': ({ send, other, body }) =>
        send().catch(async error => {
          await other('getBooking', { ExternalReference: body.ExternalReference });
          await send();
          throw error;
        }),
    },
  ),
  broken(
    'books again at once after a lost answer, and has two bookings',
    ['no-blind-rebooking', 'booked-as-expected'],
    'answer-lost-booked',
    bookingAfterLoss(async () => undefined),
  ),
  broken(
    'books again while the result of the first booking is unknown',
    ['no-rebooking-while-unknown', 'booked-as-expected'],
    'technical-problem-unresolved',
    bookingTwice,
  ),
  broken(
    'has no lock for a user who clicks twice',
    ['one-booking-in-flight', 'booked-as-expected'],
    'double-click',
    overriding((_, setting) => ({
      book: (...asked) => createReferenceClient({ ...setting, ledger: createMemoryLedger() }).book(...asked),
    })),
  ),
  onWire('sends a number as its key in place of a UUID', 'idempotency-key-present', 'hotel-confirmed', {
    'hotel.doBooking': ({ send }) => send({ headers: { 'idempotency-key': 'booking-1' } }),
  }),
  onWire('sends the same key with every booking', 'idempotency-key-per-booking', 'trip-hotel-and-transfer', {
    'hotel.doBooking': ({ send }) => send({ headers: { 'idempotency-key': oneKey } }),
    'transfer.doBooking': ({ send }) => send({ headers: { 'idempotency-key': oneKey } }),
  }),
];

const oneKey = '3f2b8c1e-5d7a-4e90-b6c4-0a9d8e7f6b5c';
