import { hour, toBooking, toConditions, traffic } from './build.ts';
import { hotelStep, oneTask, taskOf } from './tasks.ts';
import { notObserved, passes, testRule, warns } from './test-rule.ts';

const searches = (count: number, say = {}) => {
  const built = traffic();
  for (let sent = 0; sent < count; sent += 1) built.search(say);
  return built;
};

testRule('search-not-repeated', {
  'one Search': passes(searches(1), { context: oneTask }),
  'a second equal Search': passes(searches(2), { context: oneTask }),
  'a third equal Search, once': warns([[1, 2, 3]], searches(6), {
    context: oneTask,
    says: /the same Search 3 times/,
  }),
  'a third equal Search after conditions that changed nothing': warns(
    [[1, 3, 5]],
    toConditions().search().conditions().search().conditions().book(),
    { context: oneTask },
  ),
  'equal Searches after refused, lost and changed conditions': passes(
    toConditions({ status: 400 })
      .search()
      .conditions({ lost: 'reset' })
      .search()
      .conditions({ answer: { errors: ['NoAvailability'] } })
      .search()
      .revalidate('RoomsNotFound')
      .search()
      .conditions()
      .book(),
    { context: oneTask },
  ),
  'equal Searches before each of several bookings': passes(
    toBooking().search().conditions().book().search().conditions().book(),
    { context: oneTask },
  ),
  'the Searches of a user who submits twice': passes(searches(4), {
    context: { task: taskOf({ ...hotelStep, times: 2 }) },
  }),
  'equal Searches an hour apart': passes(searches(5, { after: hour }), { context: oneTask }),
  'Searches for other places': passes(searches(2).search({ request: { destination: '1002' } }), {
    context: oneTask,
  }),
  'a Search that failed each time': notObserved(searches(5, { status: 503 }), { context: oneTask }),
  'Searches without a task': notObserved(searches(5), { why: /needs a task/ }),
});
