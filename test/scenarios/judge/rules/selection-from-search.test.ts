import { toConditions, traffic } from './build.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const refused = (fields: string[]) => ({ status: 400, answer: { errors: ['InvalidRequest'], fields } });

testRule('selection-from-search', {
  'a room that the Search offered': passes(toConditions()),
  'a room that it did not offer': fails([[1, 2]], toConditions(refused(['RoomIds[0]'])), {
    says: /hotel 1001001 with \[room-1\] \(exchange \d+\), but the Search of exchange 1 did not offer RoomIds\[0\]/,
  }),
  'a car that it did not offer': fails(
    [[1, 2]],
    traffic('car')
      .search()
      .conditions(refused(['CarId'])),
  ),
  'a refusal by a fault': notObserved(
    toConditions({ ...refused(['HotelId']), facts: { faults: [{ id: 'f', kind: 'status' }] } }),
  ),
  'a selection that is missing': notObserved(
    traffic().call('hotel.getBookingConditions', refused(['HotelId'])),
  ),
  'a Token that was refused': notObserved(
    toConditions({ status: 400, answer: { errors: ['TokenExpired'], fields: ['Token'] } }),
  ),
});
