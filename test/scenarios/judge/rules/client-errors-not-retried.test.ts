import { traffic } from './build.ts';
import { hotelStep, oneTask, taskOf } from './tasks.ts';
import { testRule } from './test-rule.ts';

testRule('client-errors-not-retried', {
  'a Search that was refused once': {
    traffic: traffic().search({ status: 400 }),
    context: oneTask,
    verdict: 'pass',
  },
  'a Search that was put right': {
    traffic: traffic()
      .search({ status: 400, request: { mark: 'a' } })
      .search({ request: { mark: 'b' } }),
    context: oneTask,
    verdict: 'pass',
  },
  'the same Search after 400': {
    traffic: traffic().search({ status: 400 }).search(),
    context: oneTask,
    verdict: 'fail',
    at: [[1, 2]],
    says: /The client sent hotel.search again without a change at .* \(exchange 2\), although the answer at 10:00:00 was 400 \(exchange 1\)/,
  },
  'the same look after 401': {
    traffic: traffic().look({ status: 401 }).look(),
    context: oneTask,
    verdict: 'fail',
    at: [[1, 2]],
  },
  'the same Search by another credential': {
    traffic: traffic().search({ status: 401, by: 'wrong' }).search(),
    context: oneTask,
    verdict: 'pass',
  },
  'another look for a booking that was not found': {
    traffic: traffic().look({ status: 404 }).look(),
    context: oneTask,
    verdict: 'not-observed',
  },
  'a hotel that is not there, twice': {
    traffic: traffic().call('hotelDetail', { status: 404 }).call('hotelDetail', { status: 404 }),
    context: oneTask,
    verdict: 'fail',
    at: [[1, 2]],
  },
  'a hotel that the task asks for twice': {
    traffic: traffic().call('hotelDetail', { status: 404 }).call('hotelDetail', { status: 404 }),
    context: { task: taskOf(hotelStep, { do: 'static', hotelId: 1, times: 2 }) },
    verdict: 'not-observed',
  },
  'what may be two tests that ask for the same': {
    traffic: traffic().search({ status: 400 }).search({ status: 400 }),
    verdict: 'warn',
    at: [[1, 2]],
  },
  'two calls under way at the same time': {
    traffic: traffic().search({ at: 0, took: 100, status: 400 }).search({ at: 50 }),
    context: oneTask,
    verdict: 'pass',
  },
  'calls that were answered': {
    traffic: traffic().search().search(),
    context: oneTask,
    verdict: 'not-observed',
  },
});
