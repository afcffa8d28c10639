import { type Client, createMemoryLedger } from '#client';
import { type ClientSetting, createReferenceClient } from '#scenarios/run/play/reference-client';
import {
  type Break,
  type BrokenClient,
  type Handle,
  type HeldCall,
  noLookUp,
  onTheWay,
  overriding,
  second,
  wire,
} from './broken-client.ts';
import { bookingTwice } from './flow.ts';
import { againAtOnce } from './lost.ts';

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

/** Makes another call after a lost answer, and then books again after a second. */
const againAfter =
  (between: (call: HeldCall) => Promise<unknown>): Handle =>
  call =>
    call.send().catch(async () => {
      await between(call);
      await call.wait(second);
      return call.send();
    });

export const rebooking: readonly BrokenClient[] = [
  {
    name: 'books again at once after a lost answer',
    rule: 'no-blind-rebooking',
    scenario: 'answer-lost-not-booked',
    breakIt: wire({ 'hotel.doBooking': againAtOnce }),
  },
  {
    name: 'sends a look-up without any booking after a lost answer, and books again',
    rule: 'no-blind-rebooking',
    scenario: 'answer-lost-not-booked',
    breakIt: wire({
      'hotel.doBooking': againAfter(({ other }) => other('getBooking', { BookingId: '0' })),
    }),
  },
  {
    name: 'reads a list whose filter excludes its booking after a lost answer, and books again',
    rule: 'no-blind-rebooking',
    scenario: 'answer-lost-not-booked',
    breakIt: wire({
      'hotel.doBooking': againAfter(({ other }) =>
        other('getBookingList', { SearchBookingCriteria: { CheckinDateFrom: '2030-01-01' } }),
      ),
    }),
  },
  {
    name: 'finds its booking after a lost answer, and books again',
    rule: 'no-blind-rebooking',
    scenario: 'answer-lost-booked',
    breakIt: wire({
      'hotel.doBooking': ({ send, other, body }) =>
        send().catch(async error => {
          await other('getBooking', { ExternalReference: body.ExternalReference });
          await send();
          throw error;
        }),
    }),
  },
  {
    name: 'books again at once after a lost answer, and has two bookings',
    rule: 'no-blind-rebooking',
    overlaps: ['booked-as-expected'],
    scenario: 'answer-lost-booked',
    breakIt: bookingAfterLoss(async () => undefined),
  },
  {
    name: 'books again while the result of the first booking is unknown',
    rule: 'no-rebooking-while-unknown',
    overlaps: ['booked-as-expected'],
    scenario: 'technical-problem-unresolved',
    breakIt: bookingTwice,
  },
  {
    name: 'has no lock for a user who clicks twice',
    rule: 'one-booking-in-flight',
    overlaps: ['booked-as-expected'],
    scenario: 'double-click',
    breakIt: overriding((_, setting) => ({
      book: (...asked) => createReferenceClient({ ...setting, ledger: createMemoryLedger() }).book(...asked),
    })),
  },
  {
    name: 'sends a number as its key in place of a UUID',
    rule: 'idempotency-key-present',
    scenario: 'hotel-confirmed',
    breakIt: wire({ 'hotel.doBooking': ({ send }) => send({ headers: { 'idempotency-key': 'booking-1' } }) }),
  },
  {
    name: 'sends the same key with every booking',
    rule: 'idempotency-key-per-booking',
    scenario: 'trip-hotel-and-transfer',
    breakIt: wire({
      'hotel.doBooking': ({ send }) => send({ headers: { 'idempotency-key': oneKey } }),
      'transfer.doBooking': ({ send }) => send({ headers: { 'idempotency-key': oneKey } }),
    }),
  },
];

const oneKey = '3f2b8c1e-5d7a-4e90-b6c4-0a9d8e7f6b5c';
