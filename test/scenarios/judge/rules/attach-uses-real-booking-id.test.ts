import { type TrafficBuilder, toBooking } from './build.ts';
import { hotelStep, taskOf, transferStep } from './tasks.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const trip = { task: taskOf(hotelStep, { ...transferStep, attachTo: 0 }) };

/** A hotel, and a transfer booked under a booking id. */
function withTransfer(bookingId: string, hotelId = '0'): TrafficBuilder {
  const hotel = toBooking({ request: { bookingId: hotelId } });
  return hotel.book({ request: { bookingId, item: 'T1' }, facts: { operation: 'transfer.doBooking' } });
}

testRule('attach-uses-real-booking-id', {
  'a transfer under the id of its hotel': passes(withTransfer('B1'), { context: trip }),
  'a transfer under "0"': fails([[3, 4]], withTransfer('0'), { context: trip, expects: /BookingId "B1"/ }),
  'a transfer under an unknown id': fails([[3, 4]], withTransfer('B7'), { context: trip }),
  'a hotel that does not begin with "0"': fails(
    [[3]],
    toBooking({ status: 404, request: { bookingId: '1' } }),
    { context: trip, expects: /"0"/ },
  ),
  'a task without a trip': notObserved(withTransfer('0'), { context: { task: taskOf() } }),
});
