import { traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const rooms = (...ages: number[][]) => ({
  request: { rooms: ages.map(each => ({ adults: 1, ages: each })) },
});

testRule('child-ages-exact', {
  'the ages of the Search': { traffic: traffic().search().conditions().book(), verdict: 'pass' },
  'rooms in another order': {
    traffic: traffic()
      .search(rooms([4], [7, 2]))
      .conditions()
      .book(rooms([2, 7], [4])),
    verdict: 'pass',
  },
  'fewer rooms than were searched for': {
    traffic: traffic()
      .search(rooms([4], [7]))
      .conditions()
      .book(rooms([7])),
    verdict: 'pass',
  },
  'another age than in the Search': {
    traffic: traffic()
      .search(rooms([7]))
      .conditions()
      .book({ ...rooms([8]), status: 400 }),
    verdict: 'fail',
    at: [[1, 3]],
    says: /children of \[8\] in one room, but the Search was for \[7\]/,
  },
  'a child that the Search did not have': {
    traffic: traffic()
      .search(rooms([]))
      .conditions()
      .book(rooms([7])),
    verdict: 'fail',
    at: [[1, 3]],
  },
  'a child without an age': {
    traffic: traffic().search(rooms([-1])),
    verdict: 'fail',
    at: [[1]],
    says: /without an age/,
  },
  'ages that Search and booking share and the task does not': {
    traffic: traffic()
      .search(rooms([6]))
      .conditions()
      .book(rooms([6])),
    context: oneTask,
    verdict: 'fail',
    at: [[1, 3]],
    says: /the task has children of \[7\]/,
  },
  'adults only': {
    traffic: traffic().search(rooms([])).conditions().book(rooms([])),
    verdict: 'not-observed',
  },
});
