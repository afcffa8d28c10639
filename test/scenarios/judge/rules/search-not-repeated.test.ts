import { hour, traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const searches = (count: number, say = {}) => {
  const built = traffic();
  for (let sent = 0; sent < count; sent += 1) built.search(say);
  return built;
};

testRule('search-not-repeated', {
  'one Search': { traffic: searches(1), context: oneTask, verdict: 'pass' },
  'a third equal Search': { traffic: searches(3), context: oneTask, verdict: 'pass' },
  'a fourth equal Search, once': {
    traffic: searches(6),
    context: oneTask,
    verdict: 'warn',
    at: [[1, 2, 3, 4]],
    says: /the same Search 4 times/,
  },
  'equal Searches an hour apart': {
    traffic: searches(5, { after: hour }),
    context: oneTask,
    verdict: 'pass',
  },
  'Searches for other places': {
    traffic: searches(3).search({ request: { destination: '1002' } }),
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
