import { traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

testRule('booking-uses-conditions-token', {
  'the Token of the conditions': { traffic: traffic().search().conditions().book(), verdict: 'pass' },
  'the Token of the Search': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ status: 400, request: { token: 'S1' } }),
    verdict: 'fail',
    at: [[1, 3]],
    says: /Token of the Search in exchange 1/,
  },
  'the Token of older conditions': {
    traffic: traffic()
      .search()
      .conditions()
      .revalidate('SameRoomsFound')
      .book({ request: { token: 'C2' } }),
    context: oneTask,
    verdict: 'fail',
    at: [[2, 3, 4]],
    expects: /exchange 3/,
  },
  'older conditions of a Search that several users may share': {
    traffic: traffic()
      .search()
      .conditions()
      .revalidate('SameRoomsFound')
      .book({ request: { token: 'C2' } }),
    verdict: 'warn',
    at: [[2, 3, 4]],
  },
  'two bookings of the same offer, each by its own conditions': {
    traffic: traffic()
      .search()
      .conditions()
      .revalidate('SameRoomsFound')
      .book({ request: { token: 'C2' } })
      .book({ request: { token: 'C3', mainPax: 'Rui Silva' } }),
    verdict: 'pass',
  },
  'newer conditions whose answer was lost': {
    traffic: traffic()
      .search()
      .conditions()
      .revalidate('SameRoomsFound', { lost: 'reset', answer: {} })
      .book({ request: { token: 'C2' } }),
    verdict: 'pass',
  },
  'newer conditions of another Search': {
    traffic: traffic()
      .search()
      .conditions()
      .search()
      .conditions()
      .book({ request: { token: 'C2' } }),
    verdict: 'pass',
  },
  'a Token whose issuer is unknown': {
    traffic: traffic().book({ request: { token: 'C0' } }),
    verdict: 'not-observed',
  },
});
