import { type Say, traffic, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const begun = () => traffic().search().conditions();
const failed: Say = { shows: [wire.failed] };
const oddly: Say = { answer: { errors: ['SupplierTimeout'] } };
const confirmed = { result: { outcome: 'confirmed' } };

testRule('body-inspected', {
  'FAILED that is reported as failed': {
    traffic: begun().book(failed),
    context: { result: { outcome: 'failed' } },
    verdict: 'pass',
  },
  'FAILED that is reported as confirmed': {
    traffic: begun().book(failed),
    context: confirmed,
    verdict: 'fail',
    at: [[3]],
    says: /reported "confirmed", although exchange \d+ was answered 200 with FAILED/,
  },
  'FAILED that is reported as confirmed under an unknown id': {
    traffic: begun().book(failed),
    context: { ...oneTask, result: { outcome: 'confirmed', bookingId: 'X-B1' } },
    verdict: 'fail',
    at: [[3]],
  },
  'Errors beside a status that looks fine, reported as confirmed': {
    traffic: begun().book(oddly),
    context: confirmed,
    verdict: 'fail',
    at: [[3]],
    says: /CONFIRMED and Errors \[SupplierTimeout\]/,
  },
  'Errors that a look has cleared up': {
    traffic: begun().book(oddly).look(),
    context: confirmed,
    verdict: 'pass',
  },
  'a payment for a booking that FAILED': {
    traffic: begun().book(failed).pay({ status: 400 }),
    verdict: 'fail',
    at: [[3, 4]],
    says: /used a booking in exchange 4 without a look-up/,
  },
  'a service added to a booking with Errors': {
    traffic: begun()
      .book(oddly)
      .book({ request: { bookingId: 'B1', item: 'T1' } }),
    verdict: 'fail',
    at: [[3, 4]],
  },
  'a card that was declined and reported as confirmed': {
    traffic: begun()
      .book({ shows: [wire.waitsForCard] })
      .pay({
        shows: [wire.waitsForCard],
        answer: { paymentStatus: 'Declined', errors: ['PaymentDeclined'] },
      }),
    context: confirmed,
    verdict: 'fail',
    at: [[4]],
  },
  'a cancellation with Errors that is reported as cancelled': {
    traffic: begun()
      .book()
      .cancel({ shows: [wire.confirmed], answer: { errors: ['SupplierTimeout'] } }),
    context: { result: { outcome: 'cancelled' } },
    verdict: 'fail',
    at: [[4]],
  },
  'a part of a trip that FAILED': {
    traffic: begun()
      .book()
      .book({
        request: { bookingId: 'B1', item: 'T1' },
        shows: [wire.failed],
        answer: { services: [{ id: 'B1-2', bookingStatus: 'FAILED', label: 'REJEITADO' }] },
      }),
    context: confirmed,
    verdict: 'pass',
  },
  'conditions with Errors that are booked all the same': {
    traffic: traffic()
      .call('hotel.search', { answer: { token: 'S1' } })
      .call('hotel.getBookingConditions', {
        request: { token: 'S1' },
        answer: { errors: ['RoomUnavailable'] },
      })
      .call('hotel.doBooking', { request: { token: 'S1' }, status: 400 }),
    verdict: 'fail',
    at: [[2, 3]],
  },
  'a booking that FAILED, of which nothing is reported': {
    traffic: begun().book(failed),
    verdict: 'not-observed',
  },
  'what had succeeded': { traffic: begun().book(), context: confirmed, verdict: 'not-observed' },
});
