import { toBooking, toConditions, traffic } from './build.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const again = { request: { token: 'S1' } };

testRule('token-used-once', {
  'each Token once': passes(toBooking()),
  'the Token of a Search twice': fails([[2, 3]], toConditions().conditions({ status: 400, ...again }), {
    says: /Token S1 again .* exchange 2 used it up at 10:00:00/,
  }),
  'the Token of conditions twice': fails(
    [[3, 4]],
    toBooking().book({ status: 400, request: { token: 'C2' } }),
  ),
  'a Token again after an answer that was lost': passes(
    toConditions({ lost: 'reset', answer: {} }).conditions({ status: 400, ...again }),
  ),
  'a Token again after an unreadable answer': passes(
    toConditions({ unreadable: true }).conditions({ status: 400, ...again }),
  ),
  'a Token again after 429': passes(toConditions({ status: 429 }).conditions(again)),
  'a Token beside the ReToken': passes(
    toConditions().conditions({ request: { token: 'S1', reToken: 'R1' } }),
  ),
  'two calls under way at the same time': passes(
    toConditions({ at: 0, took: 100 }).conditions({ at: 50, status: 400, ...again }),
  ),
  'traffic without Tokens': notObserved(traffic().list()),
});
