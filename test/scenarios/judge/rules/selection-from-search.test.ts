import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const refused = (fields: string[]) => ({ status: 400, answer: { errors: ['InvalidRequest'], fields } });

testRule('selection-from-search', {
  'a room that the Search offered': { traffic: traffic().search().conditions(), verdict: 'pass' },
  'a room that it did not offer': {
    traffic: traffic()
      .search()
      .conditions(refused(['RoomIds[0]'])),
    verdict: 'fail',
    at: [[1, 2]],
    says: /hotel 1001001 with \[room-1\] \(exchange \d+\), but the Search of exchange 1 did not offer RoomIds\[0\]/,
  },
  'a car that it did not offer': {
    traffic: traffic('car')
      .search()
      .conditions(refused(['CarId'])),
    verdict: 'fail',
    at: [[1, 2]],
  },
  'a refusal by a fault': {
    traffic: traffic()
      .search()
      .conditions({ ...refused(['HotelId']), facts: { faults: [{ id: 'f', kind: 'status' }] } }),
    verdict: 'not-observed',
  },
  'a selection that is missing': {
    traffic: traffic().call('hotel.getBookingConditions', refused(['HotelId'])),
    verdict: 'not-observed',
  },
  'a Token that was refused': {
    traffic: traffic()
      .search()
      .conditions({ status: 400, answer: { errors: ['TokenExpired'], fields: ['Token'] } }),
    verdict: 'not-observed',
  },
});
