import { payment } from '#scenarios/catalogue/parts';
import {
  broken,
  criteria,
  first,
  followedBy,
  type Handle,
  listOf,
  noLookUp,
  onWire,
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
  onWire(
    'pays for an OnRequest room before the hotel has confirmed it',
    ['on-request-not-success', 'payment-only-when-due'],
    'on-request-confirmed',
    {
      'hotel.doBooking': followedBy(({ other }, { BookingId }) =>
        other('payBooking', { BookingId, PaymentConditionId: 'any', PaymentRequestCC1: payment }),
      ),
    },
  ),
  broken(
    'reports an OnRequest room as booked and never polls it',
    ['on-request-not-success', 'ambiguous-status-polled'],
    'on-request-confirmed',
    neverLooking,
  ),
  broken(
    'polls an OnRequest room once and reports it confirmed with an invented id',
    ['on-request-not-success', 'ambiguous-status-polled', 'outcome-as-expected', 'poll-window'],
    'on-request-confirmed',
    {
      ...lookingAtOnce,
      report: reported => ({ ...reported, outcome: 'confirmed', bookingId: `own-${reported.bookingId}` }),
    },
  ),
  onWire('books five nights in place of two', 'booked-as-expected', 'hotel-confirmed', {
    'hotel.search': criteria(() => ({ CheckoutDate: '2026-12-15' })),
  }),
  onWire('books for a guest with another name', 'booked-as-expected', 'car-confirmed', {
    'car.doBooking': ({ send, body }) => send({ body: bodyWith(body, /"Name":"[^"]*"/, '"Name":"Zed"') }),
  }),
  broken(
    'cancels the hotel of a trip instead of its transfer',
    'booked-as-expected',
    'cancel-service-of-trip',
    overriding(client => ({
      cancel: ({ bookingId }, how) =>
        client.cancel({ bookingId, service: { product: 'hotel', id: `${bookingId}01` } }, how),
    })),
  ),
  onWire(
    'always searches for rooms on request, and filters them out of the answer',
    ['outcome-as-expected', 'booked-as-expected'],
    'on-request-displaces',
    { 'hotel.search': criteria(() => ({ ReturnOnRequestRooms: true })) },
  ),
  onWire('pays a paid booking again', 'prepayment-paid', 'prepaid-approved', {
    payBooking: twice(),
  }),
  onWire(
    'calls payBooking for a room that can be paid later',
    ['payment-only-when-due', 'charged-as-expected'],
    'hotel-confirmed',
    () => {
      let condition: unknown;
      return {
        'hotel.getBookingConditions': followedBy(async (_, { PaymentConditions }) => {
          condition = listOf(PaymentConditions)[0]?.PaymentConditionId ?? condition;
        }),
        'hotel.doBooking': followedBy(({ other }, { BookingId }) =>
          other('payBooking', { BookingId, PaymentConditionId: condition, PaymentRequestCC1: payment }),
        ),
      };
    },
  ),
  broken(
    'sends no card for a room that cannot be paid later',
    ['charged-at-booking', 'booked-as-expected', 'charged-as-expected'],
    'pay-at-booking',
    {
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
  ),
  onWire(
    'pays again at once when the answer of a payment is lost',
    'payment-not-repeated',
    'payment-answer-lost',
    {
      payBooking: ({ send, wait }) =>
        send().catch(async error => {
          await wait(second);
          await send();
          throw error;
        }),
    },
  ),
  onWire(
    'starts a new trip for a service that belongs to an existing one',
    ['attach-uses-real-booking-id', 'booked-as-expected'],
    'trip-hotel-and-transfer',
    { 'transfer.doBooking': ({ send, body }) => send({ body: { ...body, BookingId: '0' } }) },
  ),
  onWire('uses a fixed DestinationId from its code', 'destination-from-autocomplete', 'hotel-confirmed', {
    autocomplete: async () =>
      Response.json([
        { id: '1001', name: 'Rio de Janeiro', type: 'City', countryCode: 'BR', destinationId: '1001' },
      ]),
  }),
  onWire(
    'selects a room that no Search has offered',
    ['selection-from-search', 'request-matches-contract'],
    'hotel-confirmed',
    {
      'hotel.getBookingConditions': first(({ body }) => ({
        body: {
          ...body,
          ...(body.RoomIds ? { RoomIds: ['unknown-room'] } : { [itemIn(body) ?? '']: 'unknown-offer' }),
        },
      })),
    },
  ),
  ...['transfer-confirmed', 'tour-confirmed', 'trip-hotel-and-transfer'].map(scenario =>
    onWire(
      'sends an age one year too high for a child',
      ['child-ages-exact', 'booked-as-expected'],
      scenario,
      {
        'transfer.search': criteria(() => ({ ChildrenAges: [8] })),
        'tour.search': criteria(() => ({ ChildAges: [8] })),
        'transfer.doBooking': olderGuest,
        'tour.doBooking': olderGuest,
      },
    ),
  ),
  broken(
    'treats a booking with Errors[] as successful',
    ['body-inspected', 'outcome-as-expected'],
    'business-errors',
    reporting('confirmed'),
  ),
  broken(
    'treats a payment declined with 200 as successful',
    ['body-inspected', 'outcome-as-expected'],
    'prepaid-declined',
    reporting('confirmed'),
  ),
  broken(
    'reports the rejected transfer of a trip as confirmed',
    'outcome-as-expected',
    'trip-partial-failure',
    {
      report: ({ services = [], ...reported }) => ({
        ...reported,
        services: services.map(({ product }) => ({ product, outcome: 'confirmed' })),
      }),
    },
  ),
  broken('reports only the hotel of a trip', 'outcome-as-expected', 'trip-partial-failure', {
    report: ({ services = [], ...reported }) => ({ ...reported, services: services.slice(0, 1) }),
  }),
  onWire('cancels a cancelled booking again', 'cancel-not-repeated', 'cancel-with-penalty', {
    cancelBooking: twice(second),
  }),
  broken('never polls a pending cancellation', 'cancellation-polled', 'cancel-pending', {
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
  }),
];
