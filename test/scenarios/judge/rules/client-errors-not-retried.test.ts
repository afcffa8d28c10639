import { traffic } from './build.ts';
import { hotelStep, oneTask, taskOf } from './tasks.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

testRule('client-errors-not-retried', {
  'a Search that was refused once': passes(traffic().search({ status: 400 }), { context: oneTask }),
  'a Search that was put right': passes(
    traffic()
      .search({ status: 400, request: { mark: 'a' } })
      .search({ request: { mark: 'b' } }),
    { context: oneTask },
  ),
  'the same Search after 400': fails([[1, 2]], traffic().search({ status: 400 }).search(), {
    context: oneTask,
    says: /The client sent hotel.search again without a change at .* \(exchange 2\), although the answer at 10:00:00 was 400 \(exchange 1\)/,
  }),
  'the same look after 401': fails([[1, 2]], traffic().look({ status: 401 }).look(), { context: oneTask }),
  'the same Search by another credential': passes(traffic().search({ status: 401, by: 'wrong' }).search(), {
    context: oneTask,
  }),
  'another look for a booking that was not found': notObserved(traffic().look({ status: 404 }).look(), {
    context: oneTask,
  }),
  'a hotel that is not there, twice': fails(
    [[1, 2]],
    traffic().call('hotelDetail', { status: 404 }).call('hotelDetail', { status: 404 }),
    { context: oneTask },
  ),
  'a hotel that the task asks for twice': notObserved(
    traffic().call('hotelDetail', { status: 404 }).call('hotelDetail', { status: 404 }),
    { context: { task: taskOf(hotelStep, { do: 'static', hotelId: 1, times: 2 }) } },
  ),
  'what may be two tests that ask for the same': warns(
    [[1, 2]],
    traffic().search({ status: 400 }).search({ status: 400 }),
  ),
  'two calls under way at the same time': passes(
    traffic().search({ at: 0, took: 100, status: 400 }).search({ at: 50 }),
    { context: oneTask },
  ),
  'calls that were answered': notObserved(traffic().search().search(), { context: oneTask }),
});
