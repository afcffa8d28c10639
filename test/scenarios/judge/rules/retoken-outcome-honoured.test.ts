import { traffic } from './build.ts';
import { oneTask, taskOf } from './tasks.ts';
import { testRule } from './test-rule.ts';

const declining = {
  task: { ...taskOf(), onPriceChange: 'decline' as const, onConditionsChange: 'decline' as const },
};
const showing = (Value: number) => ({
  task: taskOf(),
  result: { outcome: 'confirmed', shownToUser: { total: { Value, Currency: 'BRL' } } },
});

testRule('retoken-outcome-honoured', {
  'the same rooms booked by the new Token': {
    traffic: traffic().search().conditions().revalidate('SameRoomsFound').book(),
    verdict: 'pass',
  },
  'the same rooms booked by the old Token': {
    traffic: traffic()
      .search()
      .conditions()
      .revalidate('SameRoomsFound')
      .book({ request: { token: 'C2' } }),
    context: oneTask,
    verdict: 'fail',
    at: [[2, 3, 4]],
  },
  'a new Search after rooms that are gone': {
    traffic: traffic()
      .search()
      .revalidate('RoomsNotFound', { answer: { errors: ['RoomUnavailable'] } })
      .search(),
    verdict: 'pass',
  },
  'the ReToken once more for rooms that are gone': {
    traffic: traffic().search().revalidate('RoomsNotFound').revalidate('RoomsNotFound'),
    context: oneTask,
    verdict: 'fail',
    at: [[1, 2, 3]],
    expects: /new Search/,
  },
  'rooms that are gone and booked by older conditions': {
    traffic: traffic()
      .search()
      .conditions()
      .revalidate('RoomsNotFound')
      .book({ request: { token: 'C2' } }),
    context: oneTask,
    verdict: 'fail',
    at: [[1, 3, 4]],
  },
  'an old Token of a Search that several users may share': {
    traffic: traffic()
      .search()
      .conditions()
      .revalidate('SameRoomsFound')
      .book({ request: { token: 'C2' } }),
    verdict: 'warn',
    at: [[2, 3, 4]],
  },
  'rooms that are gone, requested for what may be another user': {
    traffic: traffic().search().revalidate('RoomsNotFound').revalidate('RoomsNotFound'),
    verdict: 'warn',
    at: [[1, 2, 3]],
  },
  'changed rooms that were agreed to': {
    traffic: traffic().search().revalidate('RoomsFoundWithChanges').book(),
    context: showing(100),
    verdict: 'pass',
  },
  'changed rooms whose price the user was not shown': {
    traffic: traffic().search().revalidate('RoomsFoundWithChanges').book(),
    context: showing(90),
    verdict: 'fail',
    at: [[2, 3]],
  },
  'changed rooms that the user declines and the client books': {
    traffic: traffic().search().revalidate('RoomsFoundWithChanges').book(),
    context: declining,
    verdict: 'fail',
    at: [[2, 3]],
  },
  'changed rooms that the user declines': {
    traffic: traffic().search().revalidate('RoomsFoundWithChanges'),
    context: declining,
    verdict: 'pass',
  },
  'changed rooms without a record of what was shown': {
    traffic: traffic().search().revalidate('RoomsFoundWithChanges').book(),
    verdict: 'not-observed',
  },
});
