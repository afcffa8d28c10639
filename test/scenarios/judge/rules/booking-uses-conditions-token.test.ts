import { toBooking, toConditions, traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

testRule('booking-uses-conditions-token', {
  'the Token of the conditions': passes(toBooking()),
  'the Token of the Search': fails([[1, 3]], toBooking({ status: 400, request: { token: 'S1' } }), {
    says: /Token of the Search in exchange 1/,
  }),
  'the Token of older conditions': fails(
    [[2, 3, 4]],
    toConditions()
      .revalidate('SameRoomsFound')
      .book({ request: { token: 'C2' } }),
    { context: oneTask, expects: /exchange 3/ },
  ),
  'older conditions of a Search that several users may share': warns(
    [[2, 3, 4]],
    toConditions()
      .revalidate('SameRoomsFound')
      .book({ request: { token: 'C2' } }),
  ),
  'two bookings of the same offer, each by its own conditions': passes(
    toConditions()
      .revalidate('SameRoomsFound')
      .book({ request: { token: 'C2' } })
      .book({ request: { token: 'C3', mainPax: 'Rui Silva' } }),
  ),
  'newer conditions whose answer was lost': passes(
    toConditions()
      .revalidate('SameRoomsFound', { lost: 'reset', answer: {} })
      .book({ request: { token: 'C2' } }),
  ),
  'newer conditions of another Search': passes(
    toConditions()
      .search()
      .conditions()
      .book({ request: { token: 'C2' } }),
  ),
  'a Token whose issuer is unknown': notObserved(traffic().book({ request: { token: 'C0' } })),
});
