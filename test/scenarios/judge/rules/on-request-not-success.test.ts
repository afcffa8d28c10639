import { minute, traffic, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const onRequest = () =>
  traffic()
    .search()
    .conditions({ answer: { restriction: 'OnRequest' } })
    .book({ shows: [wire.onRequest] });
const tripOnRequest = () =>
  traffic()
    .search()
    .conditions()
    .book()
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
  'a booking that a poll has shown confirmed': {
    traffic: onRequest().look({ after: 10 * minute }),
    context: confirmed,
    verdict: 'pass',
  },
  'a booking that is reported confirmed at once': {
    traffic: onRequest(),
    context: confirmed,
    verdict: 'fail',
    at: [[3]],
    says: /booking B1 as confirmed, although its last known status was OnRequest \(exchange 3\)/,
  },
  'a booking that is reported confirmed while it is PENDING': {
    traffic: onRequest().look({ after: 10 * minute, shows: [wire.inProgress] }),
    context: { result: { outcome: 'confirmed' } },
    verdict: 'fail',
    at: [[4]],
  },
  'a booking that is reported confirmed although it was turned down': {
    traffic: onRequest().look({ after: 10 * minute, shows: [wire.rejected] }),
    context: confirmed,
    verdict: 'fail',
    at: [[4]],
    says: /its last known status was Rejected/,
  },
  'a payment before anybody has confirmed': {
    traffic: onRequest().pay({ status: 400 }),
    verdict: 'fail',
    at: [[3, 4]],
    says: /paid for booking B1 \(exchange 4\)/,
  },
  'a service that is added before anybody has confirmed': {
    traffic: onRequest().book({ request: { bookingId: 'B1', item: 'T1' } }),
    verdict: 'fail',
    at: [[3, 4]],
    says: /added a service/,
  },
  'a service that is added once it is confirmed': {
    traffic: onRequest()
      .look()
      .book({ request: { bookingId: 'B1', item: 'T1' } }),
    verdict: 'pass',
  },
  'the only booking of a task that is reported confirmed under an unknown id': {
    traffic: onRequest().look({ shows: [wire.onRequest] }),
    context: { ...oneTask, result: { outcome: 'confirmed', bookingId: 'X-B1' } },
    verdict: 'fail',
    at: [[4]],
  },
  'the last booking of a task that is reported confirmed under no id': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ shows: [wire.rejected] })
      .conditions({ answer: { restriction: 'OnRequest' } })
      .book({ shows: [wire.onRequest] }),
    context: { ...oneTask, result: { outcome: 'confirmed' } },
    verdict: 'fail',
    at: [[5]],
  },
  'another booking of the task that is reported': {
    traffic: onRequest().conditions().book(),
    context: { ...oneTask, result: { outcome: 'confirmed', bookingId: 'B2' } },
    verdict: 'pass',
  },
  'another booking that is reported': {
    traffic: onRequest(),
    context: { result: { outcome: 'confirmed', bookingId: 'B9' } },
    verdict: 'pass',
  },
  'a booking on request of which nothing more is known': { traffic: onRequest(), verdict: 'not-observed' },
  'a trip whose second service was rejected and is reported so': {
    traffic: tripOnRequest(),
    context: reported('rejected'),
    verdict: 'pass',
  },
  'a trip whose second service was rejected and is reported confirmed': {
    traffic: tripOnRequest(),
    context: reported('confirmed'),
    verdict: 'fail',
    at: [[7]],
    says: /its last known status was Rejected/,
  },
  'a booking that was confirmed at once': {
    traffic: traffic().search().conditions().book(),
    context: confirmed,
    verdict: 'not-observed',
  },
});
