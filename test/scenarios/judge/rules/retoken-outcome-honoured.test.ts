import { toConditions, traffic } from './build.ts';
import { oneTask, taskOf } from './tasks.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const declining = {
  task: { ...taskOf(), onPriceChange: 'decline' as const, onConditionsChange: 'decline' as const },
};
const showing = (Value: number) => ({
  task: taskOf(),
  result: { outcome: 'confirmed', shownToUser: { total: { Value, Currency: 'BRL' } } },
});

testRule('retoken-outcome-honoured', {
  'the same rooms booked by the new Token': passes(toConditions().revalidate('SameRoomsFound').book()),
  'the same rooms booked by the old Token': fails(
    [[2, 3, 4]],
    toConditions()
      .revalidate('SameRoomsFound')
      .book({ request: { token: 'C2' } }),
    { context: oneTask },
  ),
  'a new Search after rooms that are gone': passes(
    traffic()
      .search()
      .revalidate('RoomsNotFound', { answer: { errors: ['RoomUnavailable'] } })
      .search(),
  ),
  'the ReToken once more for rooms that are gone': fails(
    [[1, 2, 3]],
    traffic().search().revalidate('RoomsNotFound').revalidate('RoomsNotFound'),
    { context: oneTask, expects: /new Search/ },
  ),
  'rooms that are gone and booked by older conditions': fails(
    [[1, 3, 4]],
    toConditions()
      .revalidate('RoomsNotFound')
      .book({ request: { token: 'C2' } }),
    { context: oneTask },
  ),
  'an old Token of a Search that several users may share': warns(
    [[2, 3, 4]],
    toConditions()
      .revalidate('SameRoomsFound')
      .book({ request: { token: 'C2' } }),
  ),
  'rooms that are gone, requested perhaps by another user': warns(
    [[1, 2, 3]],
    traffic().search().revalidate('RoomsNotFound').revalidate('RoomsNotFound'),
  ),
  'changed rooms that were agreed to': passes(traffic().search().revalidate('RoomsFoundWithChanges').book(), {
    context: showing(100),
  }),
  'changed rooms whose price the user was not shown': fails(
    [[2, 3]],
    traffic().search().revalidate('RoomsFoundWithChanges').book(),
    { context: showing(90) },
  ),
  'changed rooms that the user declines and the client books': fails(
    [[2, 3]],
    traffic().search().revalidate('RoomsFoundWithChanges').book(),
    { context: declining },
  ),
  'changed rooms that the user declines': passes(traffic().search().revalidate('RoomsFoundWithChanges'), {
    context: declining,
  }),
  'changed rooms without shownToUser': notObserved(
    traffic().search().revalidate('RoomsFoundWithChanges').book(),
  ),
});
