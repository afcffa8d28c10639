import { traffic, wire } from './build.ts';
import { testRule } from './test-rule.ts';

const booked = () => traffic().search().conditions().book();

testRule('cancel-not-repeated', {
  'one cancellation': { traffic: booked().cancel(), verdict: 'pass' },
  'a cancellation again after an answer that was lost': {
    traffic: booked().cancel({ lost: 'reset' }).look().cancel(),
    verdict: 'pass',
  },
  'a cancellation again after a look that showed the booking cancelled': {
    traffic: booked()
      .cancel({ lost: 'reset' })
      .look({ answer: { bookingStatus: 'Cancelled', label: 'CANCELADO' } })
      .cancel(),
    verdict: 'warn',
    at: [[4, 6]],
    says: /had no clear answer and a look-up showed the booking cancelled/,
  },
  'a cancellation again after an answer that was lost, and a look at another booking': {
    traffic: booked()
      .cancel({ lost: 'reset' })
      .look({ request: { bookingId: 'B9' }, answer: { bookingId: 'B9' } })
      .cancel(),
    verdict: 'warn',
    at: [[4, 6]],
  },
  'a cancellation again after an answer that was lost, without a look': {
    traffic: booked().cancel({ lost: 'reset' }).cancel(),
    verdict: 'warn',
    at: [[4, 5]],
    says: /had no clear answer and no look-up followed/,
  },
  'a cancellation again after an error of the server, without a look': {
    traffic: booked().cancel({ status: 503 }).cancel({ after: 250 }),
    verdict: 'warn',
    at: [[4, 5]],
  },
  'a cancellation again after 429': {
    traffic: booked().cancel({ status: 429 }).cancel(),
    verdict: 'pass',
  },
  'a cancellation again that had not reached the supplier': {
    traffic: booked()
      .cancel({ shows: [wire.notForwarded] })
      .cancel(),
    verdict: 'pass',
  },
  'two services of a trip': {
    traffic: booked()
      .cancel({ request: { serviceId: 'B1-1' } })
      .cancel({ request: { serviceId: 'B1-2' } }),
    verdict: 'pass',
  },
  'a second cancellation': {
    traffic: booked().cancel().cancel(),
    verdict: 'warn',
    at: [[4, 5]],
    says: /was answered Cancelled/,
  },
  'a second cancellation of a service by its id alone': {
    traffic: booked()
      .cancel({ request: { serviceId: 'B1-1' } })
      .cancel({ facts: { request: { serviceId: 'B1-1' } } }),
    verdict: 'warn',
    at: [[4, 5]],
    says: /cancelled booking B1 \(B1-1\) again/,
  },
  'a second cancellation while the first is under way at the supplier': {
    traffic: booked()
      .cancel({ shows: [wire.cancelling] })
      .cancel(),
    verdict: 'warn',
    at: [[4, 5]],
  },
  'bookings that stand': { traffic: booked(), verdict: 'not-observed' },
});
