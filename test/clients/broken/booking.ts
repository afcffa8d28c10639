import { payment } from '#scenarios/catalogue/parts';
import {
  caughtBy,
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
import { lookingAtOnce, neverLooking } from './polling.ts';
import { bodyWith } from './requests.ts';

/** Makes the child of seven years a year older in the guests of a DoBooking. */
const olderGuest: Handle = ({ send, body }) => send({ body: bodyWith(body, '"Age":7', '"Age":8') });

export const booking = [
  ...caughtBy(['on-request-not-success', 'payment-only-when-due'], 'on-request-confirmed', {
    'pays for an OnRequest room before the hotel has confirmed it': wire({
      'hotel.doBooking': followedBy(({ other }, { BookingId }) =>
        other('payBooking', { BookingId, PaymentConditionId: 'any', PaymentRequestCC1: payment }),
      ),
    }),
  }),
  ...caughtBy(['on-request-not-success', 'ambiguous-status-polled'], 'on-request-confirmed', {
    'reports an OnRequest room as booked and never polls it': neverLooking,
  }),
  ...caughtBy(
    ['on-request-not-success', 'ambiguous-status-polled', 'outcome-as-expected', 'poll-window'],
    'on-request-confirmed',
    {
      'polls an OnRequest room once and reports it confirmed with an invented id': {
        ...lookingAtOnce,
        report: reported => ({ ...reported, outcome: 'confirmed', bookingId: `own-${reported.bookingId}` }),
      },
    },
  ),
  ...caughtBy('booked-as-expected', 'hotel-confirmed', {
    'books five nights in place of two': wire({
      'hotel.search': criteria(() => ({ CheckoutDate: '2026-12-15' })),
    }),
  }),
  ...caughtBy('booked-as-expected', 'car-confirmed', {
    'books for a guest with another name': wire({
      'car.doBooking': ({ send, body }) => send({ body: bodyWith(body, /"Name":"[^"]*"/, '"Name":"Zed"') }),
    }),
  }),
  ...caughtBy('booked-as-expected', 'cancel-service-of-trip', {
    'cancels the hotel of a trip instead of its transfer': overriding(client => ({
      cancel: ({ bookingId }, how) =>
        client.cancel({ bookingId, service: { product: 'hotel', id: `${bookingId}01` } }, how),
    })),
  }),
  ...caughtBy(['outcome-as-expected', 'booked-as-expected'], 'on-request-displaces', {
    'always searches for rooms on request, and filters them out of the answer': wire({
      'hotel.search': criteria(() => ({ ReturnOnRequestRooms: true })),
    }),
  }),
  ...caughtBy('prepayment-paid', 'prepaid-approved', {
    'pays a paid booking again': wire({
      payBooking: twice(),
    }),
  }),
  ...caughtBy(['payment-only-when-due', 'charged-as-expected'], 'hotel-confirmed', {
    'calls payBooking for a room that can be paid later': wire(() => {
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
  }),
  ...caughtBy(['charged-at-booking', 'booked-as-expected', 'charged-as-expected'], 'pay-at-booking', {
    'sends no card for a room that cannot be paid later': {
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
  }),
  ...caughtBy('payment-not-repeated', 'payment-answer-lost', {
    'pays again at once when the answer of a payment is lost': wire({
      payBooking: ({ send, wait }) =>
        send().catch(async error => {
          await wait(second);
          await send();
          throw error;
        }),
    }),
  }),
  ...caughtBy(['attach-uses-real-booking-id', 'booked-as-expected'], 'trip-hotel-and-transfer', {
    'starts a new trip for a service that belongs to an existing one': wire({
      'transfer.doBooking': ({ send, body }) => send({ body: { ...body, BookingId: '0' } }),
    }),
  }),
  ...caughtBy('destination-from-autocomplete', 'hotel-confirmed', {
    'uses a fixed DestinationId from its code': wire({
      autocomplete: async () =>
        Response.json([
          { id: '1001', name: 'Rio de Janeiro', type: 'City', countryCode: 'BR', destinationId: '1001' },
        ]),
    }),
  }),
  ...caughtBy(['selection-from-search', 'request-matches-contract'], 'hotel-confirmed', {
    'selects a room that no Search has offered': wire({
      'hotel.getBookingConditions': first(({ body }) => ({
        body: {
          ...body,
          ...(body.RoomIds ? { RoomIds: ['unknown-room'] } : { [itemIn(body) ?? '']: 'unknown-offer' }),
        },
      })),
    }),
  }),
  ...['transfer-confirmed', 'tour-confirmed', 'trip-hotel-and-transfer'].flatMap(scenario =>
    caughtBy(['child-ages-exact', 'booked-as-expected'], scenario, {
      'sends an age one year too high for a child': wire({
        'transfer.search': criteria(() => ({ ChildrenAges: [8] })),
        'tour.search': criteria(() => ({ ChildAges: [8] })),
        'transfer.doBooking': olderGuest,
        'tour.doBooking': olderGuest,
      }),
    }),
  ),
  ...caughtBy(['body-inspected', 'outcome-as-expected'], 'business-errors', {
    'treats a booking with Errors[] as successful': reporting('confirmed'),
  }),
  ...caughtBy(['body-inspected', 'outcome-as-expected'], 'prepaid-declined', {
    'treats a payment declined with 200 as successful': reporting('confirmed'),
  }),
  ...caughtBy('outcome-as-expected', 'trip-partial-failure', {
    'reports the rejected transfer of a trip as confirmed': {
      report: ({ services = [], ...reported }) => ({
        ...reported,
        services: services.map(({ product }) => ({ product, outcome: 'confirmed' })),
      }),
    },
    'reports only the hotel of a trip': {
      report: ({ services = [], ...reported }) => ({ ...reported, services: services.slice(0, 1) }),
    },
  }),
  ...caughtBy('cancel-not-repeated', 'cancel-with-penalty', {
    'cancels a cancelled booking again': wire({
      cancelBooking: twice(second),
    }),
  }),
  ...caughtBy('cancellation-polled', 'cancel-pending', {
    'never polls a pending cancellation': {
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
  }),
];
