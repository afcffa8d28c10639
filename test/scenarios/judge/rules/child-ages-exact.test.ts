import { toBooking, traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const rooms = (...ages: number[][]) => ({
  request: { rooms: ages.map(each => ({ adults: 1, ages: each })) },
});

testRule('child-ages-exact', {
  'the ages of the Search': passes(toBooking()),
  'rooms in another order': passes(
    traffic()
      .search(rooms([4], [7, 2]))
      .conditions()
      .book(rooms([2, 7], [4])),
  ),
  'fewer rooms than were searched for': passes(
    traffic()
      .search(rooms([4], [7]))
      .conditions()
      .book(rooms([7])),
  ),
  'another age than in the Search': fails(
    [[1, 3]],
    traffic()
      .search(rooms([7]))
      .conditions()
      .book({ ...rooms([8]), status: 400 }),
    { says: /children of \[8\] in one room, but the Search was for \[7\]/ },
  ),
  'a child that the Search did not have': fails(
    [[1, 3]],
    traffic()
      .search(rooms([]))
      .conditions()
      .book(rooms([7])),
  ),
  'a child without an age': fails([[1]], traffic().search(rooms([-1])), { says: /without an age/ }),
  'ages that Search and booking share and the task does not': fails(
    [[1, 3]],
    traffic()
      .search(rooms([6]))
      .conditions()
      .book(rooms([6])),
    { context: oneTask, says: /the task has children of \[7\]/ },
  ),
  'adults only': notObserved(traffic().search(rooms([])).conditions().book(rooms([]))),
});
