import { payment } from '#scenarios/catalogue/parts';
import {
  type BrokenClient,
  clientsAgainst,
  criteria,
  first,
  followedBy,
  type Handle,
  listOf,
  noLookUp,
  overriding,
  reporting,
  second,
  twice,
  wire,
} from './broken-client.ts';
import { itemIn } from './flow.ts';
import { lookingAtOnce } from './polling.ts';
import { bodyWith } from './requests.ts';

/** Makes the child of seven years a year older in the guests of a DoBooking. */
const olderGuest: Handle = ({ send, body }) => send({ body: bodyWith(body, '"Age":7', '"Age":8') });

export const booking: readonly BrokenClient[] = [
  {
    name: 'pays for an OnRequest room before the hotel has confirmed it',
    rule: 'on-request-not-success',
    overlaps: ['payment-only-when-due'],
    scenario: 'on-request-confirmed',
    breakIt: wire({
      'hotel.doBooking': followedBy(({ other }, { BookingId }) =>
        other('payBooking', { BookingId, PaymentConditionId: 'any', PaymentRequestCC1: payment }),
      ),
    }),
  },
  {
    name: 'reports an OnRequest room as booked and never polls it',
    rule: 'on-request-not-success',
    overlaps: ['ambiguous-status-polled'],
    scenario: 'on-request-confirmed',
    breakIt: { ...wire({ getBookingDetail: noLookUp }), ...reporting('confirmed') },
  },
  {
    name: 'polls an OnRequest room once and reports it confirmed with an invented id',
    rule: 'on-request-not-success',
    overlaps: ['ambiguous-status-polled', 'outcome-as-expected', 'poll-window'],
    scenario: 'on-request-confirmed',
    breakIt: {
      ...lookingAtOnce,
      report: reported => ({ ...reported, outcome: 'confirmed', bookingId: `own-${reported.bookingId}` }),
    },
  },
  {
    name: 'books five nights in place of two',
    rule: 'booked-as-expected',
    scenario: 'hotel-confirmed',
    breakIt: wire({ 'hotel.search': criteria(() => ({ CheckoutDate: '2026-12-15' })) }),
  },
  {
    name: 'books for a guest with another name',
    rule: 'booked-as-expected',
    scenario: 'car-confirmed',
    breakIt: wire({
      'car.doBooking': ({ send, body }) => send({ body: bodyWith(body, /"Name":"[^"]*"/, '"Name":"Zed"') }),
    }),
  },
  {
    name: 'cancels the hotel of a trip instead of its transfer',
    rule: 'booked-as-expected',
    scenario: 'cancel-service-of-trip',
    breakIt: overriding(client => ({
      cancel: ({ bookingId }, how) =>
        client.cancel({ bookingId, service: { product: 'hotel', id: `${bookingId}01` } }, how),
    })),
  },
  {
    name: 'always searches for rooms on request, and filters them out of the answer',
    rule: 'outcome-as-expected',
    overlaps: ['booked-as-expected'],
    scenario: 'on-request-displaces',
    breakIt: wire({ 'hotel.search': criteria(() => ({ ReturnOnRequestRooms: true })) }),
  },
  {
    name: 'pays a paid booking again',
    rule: 'prepayment-paid',
    scenario: 'prepaid-approved',
    breakIt: wire({ payBooking: twice() }),
  },
  {
    name: 'calls payBooking for a room that can be paid later',
    rule: 'payment-only-when-due',
    overlaps: ['charged-as-expected'],
    scenario: 'hotel-confirmed',
    breakIt: wire(() => {
      let condition: unknown;
      return {
        'hotel.getBookingConditions': followedBy(async (_, { PaymentConditions }) => {
          condition = listOf(PaymentConditions)[0]?.PaymentConditionId ?? condition;
        }),
        'hotel.doBooking': followedBy(({ other }, { BookingId }) =>
          other('payBooking', { BookingId, PaymentConditionId: condition, PaymentRequestCC1: payment }),
        ),
      };
    }),
  },
  {
    name: 'sends no card for a room that cannot be paid later',
    rule: 'charged-at-booking',
    overlaps: ['booked-as-expected', 'charged-as-expected'],
    scenario: 'pay-at-booking',
    breakIt: {
      ...wire({
        'hotel.doBooking': ({ send, body }) => {
          const { Payment: _, ...rest } = body;
          return send({ body: rest });
        },
        payBooking: async () => {
          throw new TypeError('no payment');
        },
      }),
      ...reporting('confirmed'),
    },
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
    name: 'starts a new trip for a service that belongs to an existing one',
    rule: 'attach-uses-real-booking-id',
    overlaps: ['booked-as-expected'],
    scenario: 'trip-hotel-and-transfer',
    breakIt: wire({
      'transfer.doBooking': ({ send, body }) => send({ body: { ...body, BookingId: '0' } }),
    }),
  },
  {
    name: 'uses a fixed DestinationId from its code',
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
      'hotel.getBookingConditions': first(({ body }) => ({
        body: {
          ...body,
          ...(body.RoomIds ? { RoomIds: ['unknown-room'] } : { [itemIn(body) ?? '']: 'unknown-offer' }),
        },
      })),
    }),
  },
  ...['transfer-confirmed', 'tour-confirmed', 'trip-hotel-and-transfer'].map(
    (scenario): BrokenClient => ({
      name: 'sends an age one year too high for a child',
      rule: 'child-ages-exact',
      overlaps: ['booked-as-expected'],
      scenario,
      breakIt: wire({
        'transfer.search': criteria(() => ({ ChildrenAges: [8] })),
        'tour.search': criteria(() => ({ ChildAges: [8] })),
        'transfer.doBooking': olderGuest,
        'tour.doBooking': olderGuest,
      }),
    }),
  ),
  ...clientsAgainst(
    'body-inspected',
    [
      ['business-errors', 'treats a booking with Errors[] as successful', reporting('confirmed')],
      ['prepaid-declined', 'treats a payment declined with 200 as successful', reporting('confirmed')],
    ],
    { overlaps: ['outcome-as-expected'] },
  ),
  {
    name: 'reports the rejected transfer of a trip as confirmed',
    rule: 'outcome-as-expected',
    scenario: 'trip-partial-failure',
    breakIt: {
      report: ({ services = [], ...reported }) => ({
        ...reported,
        services: services.map(({ product }) => ({ product, outcome: 'confirmed' })),
      }),
    },
  },
  {
    name: 'reports only the hotel of a trip',
    rule: 'outcome-as-expected',
    scenario: 'trip-partial-failure',
    breakIt: {
      report: ({ services = [], ...reported }) => ({ ...reported, services: services.slice(0, 1) }),
    },
  },
  {
    name: 'cancels a cancelled booking again',
    rule: 'cancel-not-repeated',
    scenario: 'cancel-with-penalty',
    breakIt: wire({ cancelBooking: twice(second) }),
  },
  {
    name: 'never polls a pending cancellation',
    rule: 'cancellation-polled',
    scenario: 'cancel-pending',
    breakIt: {
      ...wire(() => {
        let isCancelled = false;
        return {
          cancelBooking: ({ send }) => {
            isCancelled = true;
            return send();
          },
          getBookingDetail: call => (isCancelled ? noLookUp(call) : call.send()),
        };
      }),
      ...reporting('cancelled'),
    },
  },
];
