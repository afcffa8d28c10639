import { toBooking, wire } from './build.ts';
import { notObserved, passes, testRule, warns } from './test-rule.ts';

const booked = () => toBooking();

testRule('cancel-not-repeated', {
  'one cancellation': passes(booked().cancel()),
  'a cancellation again after an answer that was lost': passes(
    booked().cancel({ lost: 'reset' }).look().cancel(),
  ),
  'a cancellation again after a look that showed the booking cancelled': warns(
    [[4, 6]],
    booked()
      .cancel({ lost: 'reset' })
      .look({ answer: { bookingStatus: 'Cancelled', label: 'CANCELADO' } })
      .cancel(),
    { says: /had no clear answer and a look-up showed the booking cancelled/ },
  ),
  'a cancellation again after an answer that was lost, and a look at another booking': warns(
    [[4, 6]],
    booked()
      .cancel({ lost: 'reset' })
      .look({ request: { bookingId: 'B9' }, answer: { bookingId: 'B9' } })
      .cancel(),
  ),
  'a cancellation again after an answer that was lost, without a look': warns(
    [[4, 5]],
    booked().cancel({ lost: 'reset' }).cancel(),
    { says: /had no clear answer and no look-up followed/ },
  ),
  'a cancellation again after an error of the server, without a look': warns(
    [[4, 5]],
    booked().cancel({ status: 503 }).cancel({ after: 250 }),
  ),
  'a cancellation again after 429': passes(booked().cancel({ status: 429 }).cancel()),
  'a cancellation again that had not reached the supplier': passes(
    booked()
      .cancel({ shows: [wire.notForwarded] })
      .cancel(),
  ),
  'two services of a trip': passes(
    booked()
      .cancel({ request: { serviceId: 'B1-1' } })
      .cancel({ request: { serviceId: 'B1-2' } }),
  ),
  'a second cancellation': warns([[4, 5]], booked().cancel().cancel(), { says: /was answered Cancelled/ }),
  'a second cancellation of a service by its id alone': warns(
    [[4, 5]],
    booked()
      .cancel({ request: { serviceId: 'B1-1' } })
      .cancel({ facts: { request: { serviceId: 'B1-1' } } }),
    { says: /cancelled booking B1 \(B1-1\) again/ },
  ),
  'a second cancellation while the first is under way at the supplier': warns(
    [[4, 5]],
    booked()
      .cancel({ shows: [wire.cancelling] })
      .cancel(),
  ),
  'bookings that stand': notObserved(booked()),
});
