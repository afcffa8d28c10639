import { createMemoryLedger } from '#client';
import { asObject } from '#contracts';
import { payment } from '#scenarios/catalogue/parts';
import { createReferenceClient } from '#scenarios/play/reference-client';
import { type BrokenClient, onTheWay, said, second, wire } from './broken-client.ts';
import { bookingTwice } from './flow.ts';

/** Payment, what is selected, and a DoBooking that must not happen twice. */
export const booking: readonly BrokenClient[] = [
  {
    name: 'pays for a room on request before the hotel has confirmed it',
    rule: 'on-request-not-success',
    overlaps: ['payment-only-when-due'],
    scenario: 'on-request-confirmed',
    breakIt: wire({
      'hotel.doBooking': async ({ send, other }) => {
        const answer = await send();
        const { BookingId } = await said(answer);
        await other('payBooking', { BookingId, PaymentConditionId: 'any', PaymentRequestCC1: payment });
        return answer;
      },
    }),
  },
  {
    name: 'takes a room on request for booked and never looks again',
    rule: 'on-request-not-success',
    overlaps: ['ambiguous-status-polled'],
    scenario: 'on-request-confirmed',
    breakIt: {
      ...wire({
        getBookingDetail: async () => {
          throw new TypeError('nobody looks');
        },
      }),
      report: told => ({ ...told, outcome: 'confirmed' }),
    },
  },
  {
    name: 'pays what is paid',
    rule: 'prepayment-paid',
    scenario: 'prepaid-approved',
    breakIt: wire({
      payBooking: async ({ send }) => {
        const answer = await send();
        await send();
        return answer;
      },
    }),
  },
  {
    name: 'calls payBooking for what can be paid later',
    rule: 'payment-only-when-due',
    overlaps: ['charged-as-expected'],
    scenario: 'hotel-confirmed',
    breakIt: {
      client: setting => {
        let condition: unknown;
        return onTheWay(setting, {
          'hotel.getBookingConditions': async ({ send }) => {
            const answer = await send();
            const { PaymentConditions } = await said(answer);
            if (Array.isArray(PaymentConditions))
              condition = asObject(PaymentConditions[0]).PaymentConditionId;
            return answer;
          },
          'hotel.doBooking': async ({ send, other }) => {
            const answer = await send();
            const { BookingId } = await said(answer);
            await other('payBooking', {
              BookingId,
              PaymentConditionId: condition,
              PaymentRequestCC1: payment,
            });
            return answer;
          },
        });
      },
    },
  },
  {
    name: 'forgets the card of a room that cannot be paid later',
    rule: 'charged-at-booking',
    overlaps: [
      'outcome-as-expected',
      'booked-as-expected',
      'charged-as-expected',
      'request-matches-contract',
    ],
    scenario: 'pay-at-booking',
    breakIt: wire({
      'hotel.doBooking': ({ send, body }) => {
        const { Payment: _, ...rest } = body;
        return send({ body: rest });
      },
    }),
  },
  {
    name: 'pays again at once when the answer of a payment is lost',
    rule: 'payment-not-repeated',
    scenario: 'payment-answer-lost',
    breakIt: wire({
      payBooking: ({ send, wait }) =>
        send().catch(async error => {
          await wait(second);
          await send();
          throw error;
        }),
    }),
  },
  {
    name: 'begins a new trip for what is to be added to one',
    rule: 'attach-uses-real-booking-id',
    scenario: 'trip-hotel-and-transfer',
    breakIt: wire({
      'transfer.doBooking': ({ send, body }) => send({ body: { ...body, BookingId: '0' } }),
    }),
  },
  {
    name: 'knows the id of its destination by heart',
    rule: 'destination-from-autocomplete',
    scenario: 'hotel-confirmed',
    breakIt: wire({
      autocomplete: async () =>
        Response.json([
          { id: '1001', name: 'Rio de Janeiro', type: 'City', countryCode: 'BR', destinationId: '1001' },
        ]),
    }),
  },
  {
    name: 'selects a room that no Search has offered',
    rule: 'selection-from-search',
    overlaps: ['request-matches-contract'],
    scenario: 'hotel-confirmed',
    breakIt: wire({
      'hotel.getBookingConditions': async ({ send, body }) => {
        await send({ body: { ...body, RoomIds: ['of nobody'] } });
        return send();
      },
    }),
  },
  {
    name: 'makes a child a year older',
    rule: 'child-ages-exact',
    scenario: 'transfer-confirmed',
    breakIt: wire({
      'transfer.search': ({ send, body }) =>
        send({ body: { ...body, Criteria: { ...asObject(body.Criteria), ChildrenAges: [8] } } }),
      'transfer.doBooking': ({ send, body }) =>
        send({ body: asObject(JSON.parse(JSON.stringify(body).replace('"Age":7', '"Age":8'))) }),
    }),
  },
  {
    name: 'books again at once when the answer is lost',
    rule: 'no-blind-rebooking',
    scenario: 'answer-lost-not-booked',
    breakIt: wire({
      'hotel.doBooking': ({ send, wait }) =>
        send().catch(async () => {
          await wait(second);
          return send();
        }),
    }),
  },
  {
    name: 'books again at once when an answer is lost, and has two of it',
    rule: 'no-blind-rebooking',
    overlaps: ['booked-as-expected'],
    scenario: 'answer-lost-booked',
    breakIt: {
      client: setting => {
        const client = createReferenceClient(setting);
        let isLost = false;
        const deaf = onTheWay(setting, {
          'hotel.doBooking': async ({ send }) => {
            await send().catch(() => undefined);
            isLost = true;
            throw new TypeError('the connection broke');
          },
          getBooking: async () => {
            throw new TypeError('nobody looks');
          },
        });
        return {
          ...client,
          book: async (wish, consent) => {
            const stop = new AbortController();
            const first = deaf.book(wish, consent, { signal: stop.signal }).catch(() => undefined);
            while (!isLost) await setting.clock.sleep(second);
            stop.abort();
            await first;
            return createReferenceClient({ ...setting, ledger: createMemoryLedger() }).book(wish, consent);
          },
        };
      },
    },
  },
  {
    name: 'books anew while nobody knows what became of the first',
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
    breakIt: {
      client: setting => ({
        ...createReferenceClient(setting),
        book: (...asked) =>
          createReferenceClient({ ...setting, ledger: createMemoryLedger() }).book(...asked),
      }),
    },
  },
  {
    name: 'numbers its bookings instead of drawing a UUID',
    rule: 'idempotency-key-present',
    scenario: 'hotel-confirmed',
    breakIt: wire({ 'hotel.doBooking': ({ send }) => send({ headers: { 'idempotency-key': 'booking-1' } }) }),
  },
  {
    name: 'sends the same key with whatever it books',
    rule: 'idempotency-key-per-booking',
    scenario: 'trip-hotel-and-transfer',
    breakIt: wire({
      'hotel.doBooking': ({ send }) => send({ headers: { 'idempotency-key': oneKey } }),
      'transfer.doBooking': ({ send }) => send({ headers: { 'idempotency-key': oneKey } }),
    }),
  },
  {
    name: 'takes a booking with Errors[] for one that stands',
    rule: 'body-inspected',
    overlaps: ['outcome-as-expected'],
    scenario: 'business-errors',
    breakIt: { report: told => ({ ...told, outcome: 'confirmed' }) },
  },
  {
    name: 'takes a card that was declined with 200 for charged',
    rule: 'body-inspected',
    overlaps: ['outcome-as-expected'],
    scenario: 'prepaid-declined',
    breakIt: { report: told => ({ ...told, outcome: 'confirmed' }) },
  },
  {
    name: 'cancels what it has cancelled',
    rule: 'cancel-not-repeated',
    scenario: 'cancel-free',
    breakIt: wire({
      cancelBooking: async ({ send, wait }) => {
        const answer = await send();
        await wait(second);
        await send();
        return answer;
      },
    }),
  },
  {
    name: 'forgets a cancellation that is pending',
    rule: 'cancellation-polled',
    scenario: 'cancel-pending',
    breakIt: {
      client: setting => {
        let isCancelled = false;
        return onTheWay(setting, {
          cancelBooking: ({ send }) => {
            isCancelled = true;
            return send();
          },
          getBookingDetail: ({ send }) => {
            if (isCancelled) throw new TypeError('nobody looks');
            return send();
          },
        });
      },
      report: told => ({ ...told, outcome: 'cancelled' }),
    },
  },
];

const oneKey = '3f2b8c1e-5d7a-4e90-b6c4-0a9d8e7f6b5c';
