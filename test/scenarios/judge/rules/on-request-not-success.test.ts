import { minute, toBooking, toConditions, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const onRequest = () =>
  toConditions({ answer: { restriction: 'OnRequest' } }).book({ shows: [wire.onRequest] });
const tripOnRequest = () =>
  toBooking()
    .search()
    .conditions({ answer: { restriction: 'OnRequest' } })
    .book({ request: { bookingId: 'B1' }, shows: [wire.confirmed, wire.onRequest] })
    .look({ after: 20 * minute, shows: [wire.confirmed, wire.rejected] });
/** The result of a trip of a hotel and a transfer: the outcome of the hotel, and the outcome of each service. */
const reported = (outcome: string) => ({
  result: {
    outcome: 'confirmed',
    bookingId: 'B1',
    services: [
      { product: 'hotel', outcome: 'confirmed' },
      { product: 'transfer', outcome },
    ],
  },
});
const confirmed = { result: { outcome: 'confirmed', bookingId: 'B1' } };

testRule('on-request-not-success', {
  'a booking that a poll has shown confirmed': passes(onRequest().look({ after: 10 * minute }), {
    context: confirmed,
  }),
  'a booking that is reported confirmed at once': fails([[3]], onRequest(), {
    context: confirmed,
    says: /booking B1 as confirmed, although its last known status was OnRequest \(exchange 3\)/,
  }),
  'a booking that is reported confirmed while it is PENDING': fails(
    [[4]],
    onRequest().look({ after: 10 * minute, shows: [wire.inProgress] }),
    { context: { result: { outcome: 'confirmed' } } },
  ),
  'a booking that is reported confirmed although it was turned down': fails(
    [[4]],
    onRequest().look({ after: 10 * minute, shows: [wire.rejected] }),
    { context: confirmed, says: /its last known status was Rejected/ },
  ),
  'a payment before anybody has confirmed': fails([[3, 4]], onRequest().pay({ status: 400 }), {
    says: /paid for booking B1 \(exchange 4\)/,
  }),
  'a service that is added before anybody has confirmed': fails(
    [[3, 4]],
    onRequest().book({ request: { bookingId: 'B1', item: 'T1' } }),
    { says: /added a service/ },
  ),
  'a service that is added once it is confirmed': passes(
    onRequest()
      .look()
      .book({ request: { bookingId: 'B1', item: 'T1' } }),
  ),
  'the only booking of a task that is reported confirmed under an unknown id': fails(
    [[4]],
    onRequest().look({ shows: [wire.onRequest] }),
    { context: { ...oneTask, result: { outcome: 'confirmed', bookingId: 'X-B1' } } },
  ),
  'the last booking of a task that is reported confirmed under no id': fails(
    [[5]],
    toBooking({ shows: [wire.rejected] })
      .conditions({ answer: { restriction: 'OnRequest' } })
      .book({ shows: [wire.onRequest] }),
    { context: { ...oneTask, result: { outcome: 'confirmed' } } },
  ),
  'another booking of the task that is reported': passes(onRequest().conditions().book(), {
    context: { ...oneTask, result: { outcome: 'confirmed', bookingId: 'B2' } },
  }),
  'another booking that is reported': passes(onRequest(), {
    context: { result: { outcome: 'confirmed', bookingId: 'B9' } },
  }),
  'a booking on request of which nothing more is known': notObserved(onRequest()),
  'a trip whose second service was rejected and is reported so': passes(tripOnRequest(), {
    context: reported('rejected'),
  }),
  'a trip whose second service was rejected and is reported confirmed': fails([[7]], tripOnRequest(), {
    context: reported('confirmed'),
    says: /its last known status was Rejected/,
  }),
  'a booking that was confirmed at once': notObserved(toBooking(), { context: confirmed }),
});
