import { type TrafficBuilder, traffic } from './build.ts';
import { hotelStep, taskOf, transferStep } from './tasks.ts';
import { testRule } from './test-rule.ts';

const trip = { task: taskOf(hotelStep, { ...transferStep, attachTo: 0 }) };

/** A hotel, and a transfer booked under a booking id. */
function withTransfer(bookingId: string, hotelId = '0'): TrafficBuilder {
  const hotel = traffic()
    .search()
    .conditions()
    .book({ request: { bookingId: hotelId } });
  return hotel.book({ request: { bookingId, item: 'T1' }, facts: { operation: 'transfer.doBooking' } });
}

testRule('attach-uses-real-booking-id', {
  'a transfer under the id of its hotel': { traffic: withTransfer('B1'), context: trip, verdict: 'pass' },
  'a transfer under "0"': {
    traffic: withTransfer('0'),
    context: trip,
    verdict: 'fail',
    at: [[3, 4]],
    expects: /BookingId "B1"/,
  },
  'a transfer under an unknown id': {
    traffic: withTransfer('B7'),
    context: trip,
    verdict: 'fail',
    at: [[3, 4]],
  },
  'a hotel that does not begin with "0"': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ status: 404, request: { bookingId: '1' } }),
    context: trip,
    verdict: 'fail',
    at: [[3]],
    expects: /"0"/,
  },
  'a task without a trip': {
    traffic: withTransfer('0'),
    context: { task: taskOf() },
    verdict: 'not-observed',
  },
});
