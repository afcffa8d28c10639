import { adding, hour, type Say, type Shown, start, toBooking, wire } from './build.ts';
import { oneTask, shared } from './tasks.ts';
import { fails, findings, notObserved, passes, testRule, warns } from './test-rule.ts';

const booked = () => toBooking();
const bookedTwo = () => booked().book({ ...adding, shows: [wire.confirmed, wire.confirmed] });
const ofService = (serviceId: string): Say => ({ request: { serviceId } });
const lostService: Say = { ...ofService('B1-1'), lost: 'reset' };
const withErrors: Say = { answer: { errors: ['CancellationNotForwarded'] } };
const ofTransfers: Say = { request: { serviceType: 'transfer' } };
const ofOther: Say = { request: { bookingId: 'B9' }, answer: { bookingId: 'B9' } };

testRule('cancel-not-repeated', {
  'one cancellation': passes(booked().cancel()),
  'a cancellation again after an answer that was lost': passes(
    booked().cancel({ lost: 'reset' }).look().cancel(),
  ),
  'a cancellation again after a look that showed the booking cancelled': warns(
    [[4, 6]],
    booked().cancel({ lost: 'reset' }).look({ shows: wire.cancelled }).cancel(),
    { says: /had no clear answer and a look-up showed the booking cancelled/ },
  ),
  'a cancellation again after an answer that was lost, and a look at another booking': warns(
    [[4, 6]],
    booked().cancel({ lost: 'reset' }).look(ofOther).cancel(),
  ),
  'a cancellation again after an answer that was lost, without a look': warns(
    [[4, 5]],
    booked().cancel({ lost: 'reset' }).cancel(),
    { says: /had no clear answer and no look-up followed/ },
  ),
  'a cancellation again after 429': passes(booked().cancel({ status: 429 }).cancel()),
  'a cancellation again that had not reached the supplier': passes(
    booked().cancel({ shows: wire.notForwarded }).cancel(),
  ),
  'two services of a trip': passes(booked().cancel(ofService('B1-1')).cancel(ofService('B1-2'))),
  'further cancellations': warns(findings([4, 5], [4, 6]), booked().cancel().cancel().cancel()),
  'a second cancellation of all services of a type': warns(
    [[5, 6]],
    bookedTwo().cancel(ofTransfers).cancel(ofTransfers),
  ),
  'a cancellation of a service after that of the whole booking': warns(
    [[4, 5]],
    booked().cancel().cancel(ofService('B1-1')),
    { says: /was answered Cancelled/ },
  ),
  'a cancellation of a service after a look that may have shown it standing': passes(
    booked().cancel().look().cancel(ofService('B1-1')),
  ),
  'a cancellation of a service that a look shows under way': warns(
    [[4, 6]],
    booked().cancel().look({ shows: wire.cancelling }).cancel(ofService('B1-1')),
  ),
  'a cancellation of a service that had no answer before that of the whole booking': warns(
    [[6, 7]],
    booked().cancel(lostService).look().cancel().cancel(ofService('B1-1')),
  ),
  'a cancellation of a service after Errors[]': passes(booked().cancel(withErrors).cancel(ofService('B1-1'))),
  'a cancellation again after a look that showed that the first did not reach the supplier': passes(
    booked().cancel({ shows: wire.cancelling }).look({ shows: wire.notForwarded }).cancel(),
  ),
  'the whole booking after one service': passes(booked().cancel(ofService('B1-1')).cancel()),
  'a second cancellation of a service by its id alone': warns(
    [[4, 5]],
    booked()
      .cancel(ofService('B1-1'))
      .cancel({ facts: ofService('B1-1') }),
    { says: /cancelled booking B1 \(B1-1\) again/ },
  ),
  'a second cancellation while the first is under way at the supplier': warns(
    [[4, 5]],
    booked().cancel({ shows: wire.cancelling }).cancel(),
  ),
});

const cancelled = (shows: Shown) => toBooking().cancel({ shows });
testRule(
  'cancellation-polled',
  { ...oneTask, closedAt: start + 25 * hour },
  {
    'a cancellation that is followed up': passes(
      cancelled(wire.cancelling).look({ after: 'PT5M', shows: wire.cancelled }),
    ),
    'a cancellation that is not': fails([[4]], cancelled(wire.cancelling), {
      says: /PendingCancellation/,
      expects: /every 5 minutes/,
    }),
    'a cancellation that another program may follow up': warns([[4]], cancelled(wire.cancelling), shared),
    'a cancellation that did not reach the supplier': notObserved(cancelled(wire.notForwarded)),
  },
);
