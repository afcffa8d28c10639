import { hour, traffic } from './build.ts';
import { hotelStep, oneTask, taskOf } from './tasks.ts';
import { testRule } from './test-rule.ts';

const searches = (count: number, say = {}) => {
  const built = traffic();
  for (let sent = 0; sent < count; sent += 1) built.search(say);
  return built;
};

testRule('search-not-repeated', {
  'one Search': { traffic: searches(1), context: oneTask, verdict: 'pass' },
  'a second equal Search': { traffic: searches(2), context: oneTask, verdict: 'pass' },
  'a third equal Search, once': {
    traffic: searches(6),
    context: oneTask,
    verdict: 'warn',
    at: [[1, 2, 3]],
    says: /the same Search 3 times/,
  },
  'a third equal Search after conditions that changed nothing': {
    traffic: traffic().search().conditions().search().conditions().search().conditions().book(),
    context: oneTask,
    verdict: 'warn',
    at: [[1, 3, 5]],
  },
  'equal Searches after refused, lost and changed conditions': {
    traffic: traffic()
      .search()
      .conditions({ status: 400 })
      .search()
      .conditions({ lost: 'reset' })
      .search()
      .conditions({ answer: { errors: ['NoAvailability'] } })
      .search()
      .revalidate('RoomsNotFound')
      .search()
      .conditions()
      .book(),
    context: oneTask,
    verdict: 'pass',
  },
  'equal Searches before each of several bookings': {
    traffic: traffic().search().conditions().book().search().conditions().book().search().conditions().book(),
    context: oneTask,
    verdict: 'pass',
  },
  'the Searches of a user who submits twice': {
    traffic: searches(4),
    context: { task: taskOf({ ...hotelStep, times: 2 }) },
    verdict: 'pass',
  },
  'equal Searches an hour apart': {
    traffic: searches(5, { after: hour }),
    context: oneTask,
    verdict: 'pass',
  },
  'Searches for other places': {
    traffic: searches(2).search({ request: { destination: '1002' } }),
    context: oneTask,
    verdict: 'pass',
  },
  'a Search that failed each time': {
    traffic: searches(5, { status: 503 }),
    context: oneTask,
    verdict: 'not-observed',
  },
  'Searches without a task': {
    traffic: searches(5),
    verdict: 'not-observed',
    why: /needs a task/,
  },
});
