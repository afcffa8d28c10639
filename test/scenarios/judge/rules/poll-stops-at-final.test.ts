import { hour, minute, toBooking, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const pending = () => toBooking({ shows: [wire.pending] });
/** A trip of two services that a restarted client polls until it is confirmed, and then looks up again. */
const restarted = (looks: number) => {
  const shows = [wire.confirmed, wire.confirmed];
  const polled = toBooking({ shows: [wire.confirmed, wire.pending] })
    .look({ after: 10 * minute, shows: [wire.confirmed, wire.pending] })
    .look({ after: 10 * minute, shows });
  return Array.from({ length: looks }).reduce<typeof polled>(builder => builder.look({ shows }), polled);
};
const later = { after: 10 * minute };

testRule('poll-stops-at-final', {
  'the voucher after the last poll': passes(pending().look(later).look()),
  'polls that go on': fails([[4, 5, 6]], pending().look(later).look(later).look(later), {
    context: oneTask,
    says: /looked up booking B1 2 more times within .* after it was CONFIRMED at 10:10:00 \(exchange 4\)/,
  }),
  'the vouchers of both services of a trip after a restart': passes(restarted(2), {
    context: { ...oneTask, killedIn: [4] },
  }),
  'more looks than the trip has services after a restart': fails([[5, 6, 7, 8]], restarted(3), {
    context: { ...oneTask, killedIn: [4] },
  }),
  'the voucher read twice by what may be two programs': warns(
    [[4, 5, 6]],
    pending()
      .look(later)
      .look({ after: minute })
      .look({ after: 5 * minute }),
  ),
  'several looks at what was confirmed at once': warns([[3, 4, 5, 6]], toBooking().look().look().look()),
  'looks of somebody who asks again hours later': passes(
    pending()
      .look(later)
      .look({ after: 2 * hour })
      .look({ after: 2 * hour }),
  ),
  'a look at what a cancellation would cost': passes(pending().look(later).look().look().cancel()),
  'looks between which something was done': passes(
    pending()
      .look(later)
      .look()
      .cancel()
      .look({ shows: [wire.cancelled] }),
  ),
  'a status that goes back': passes(
    toBooking()
      .look({ shows: [wire.pending] })
      .look(later),
  ),
  'a card that is followed up': notObserved(
    toBooking()
      .pay({ answer: { paymentStatus: 'Pending' } })
      .look(later)
      .look(later)
      .look(later),
  ),
  'looks that failed': passes(pending().look(later).look({ status: 500 }).look({ lost: 'reset' }).look()),
  'a booking that is still Pending': notObserved(pending()),
});
