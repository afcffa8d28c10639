import { type Say, toConditions, traffic, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const begun = () => toConditions();
const failed: Say = { shows: [wire.failed] };
const oddly: Say = { answer: { errors: ['SupplierTimeout'] } };
const confirmed = { result: { outcome: 'confirmed' } };

testRule('body-inspected', {
  'FAILED that is reported as failed': passes(begun().book(failed), {
    context: { result: { outcome: 'failed' } },
  }),
  'FAILED that is reported as confirmed': fails([[3]], begun().book(failed), {
    context: confirmed,
    says: /reported "confirmed", although exchange \d+ was answered 200 with FAILED/,
  }),
  'FAILED that is reported as confirmed under an unknown id': fails([[3]], begun().book(failed), {
    context: { ...oneTask, result: { outcome: 'confirmed', bookingId: 'X-B1' } },
  }),
  'Errors beside a status that looks fine, reported as confirmed': fails([[3]], begun().book(oddly), {
    context: confirmed,
    says: /CONFIRMED and Errors \[SupplierTimeout\]/,
  }),
  'Errors that a look has cleared up': passes(begun().book(oddly).look(), { context: confirmed }),
  'a payment for a booking that FAILED': fails([[3, 4]], begun().book(failed).pay({ status: 400 }), {
    says: /used a booking in exchange 4 without a look-up/,
  }),
  'a service added to a booking with Errors': fails(
    [[3, 4]],
    begun()
      .book(oddly)
      .book({ request: { bookingId: 'B1', item: 'T1' } }),
  ),
  'a card that was declined and reported as confirmed': fails(
    [[4]],
    begun()
      .book({ shows: [wire.waitsForCard] })
      .pay({
        shows: [wire.waitsForCard],
        answer: { paymentStatus: 'Declined', errors: ['PaymentDeclined'] },
      }),
    { context: confirmed },
  ),
  'a cancellation with Errors that is reported as cancelled': fails(
    [[4]],
    begun()
      .book()
      .cancel({ shows: [wire.confirmed], answer: { errors: ['SupplierTimeout'] } }),
    { context: { result: { outcome: 'cancelled' } } },
  ),
  'a part of a trip that FAILED': passes(
    begun()
      .book()
      .book({
        request: { bookingId: 'B1', item: 'T1' },
        shows: [wire.failed],
        answer: { services: [{ id: 'B1-2', bookingStatus: 'FAILED', label: 'REJEITADO' }] },
      }),
    { context: confirmed },
  ),
  'conditions with Errors that are booked all the same': fails(
    [[2, 3]],
    traffic()
      .call('hotel.search', { answer: { token: 'S1' } })
      .call('hotel.getBookingConditions', {
        request: { token: 'S1' },
        answer: { errors: ['RoomUnavailable'] },
      })
      .call('hotel.doBooking', { request: { token: 'S1' }, status: 400 }),
  ),
  'a booking that FAILED, of which nothing is reported': notObserved(begun().book(failed)),
  'what had succeeded': notObserved(begun().book(), { context: confirmed }),
});
