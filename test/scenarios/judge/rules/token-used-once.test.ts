import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const again = { request: { token: 'S1' } };

testRule('token-used-once', {
  'each Token once': { traffic: traffic().search().conditions().book(), verdict: 'pass' },
  'the Token of a Search twice': {
    traffic: traffic()
      .search()
      .conditions()
      .conditions({ status: 400, ...again }),
    verdict: 'fail',
    at: [[2, 3]],
    says: /Token S1 again .* exchange 2 used it up at 10:00:00/,
  },
  'the Token of conditions twice': {
    traffic: traffic()
      .search()
      .conditions()
      .book()
      .book({ status: 400, request: { token: 'C2' } }),
    verdict: 'fail',
    at: [[3, 4]],
  },
  'a Token again after an answer that was lost': {
    traffic: traffic()
      .search()
      .conditions({ lost: 'reset', answer: {} })
      .conditions({ status: 400, ...again }),
    verdict: 'pass',
  },
  'a Token again after an unreadable answer': {
    traffic: traffic()
      .search()
      .conditions({ unreadable: true })
      .conditions({ status: 400, ...again }),
    verdict: 'pass',
  },
  'a Token again after 429': {
    traffic: traffic().search().conditions({ status: 429 }).conditions(again),
    verdict: 'pass',
  },
  'a Token beside the ReToken': {
    traffic: traffic()
      .search()
      .conditions()
      .conditions({ request: { token: 'S1', reToken: 'R1' } }),
    verdict: 'pass',
  },
  'two calls under way at the same time': {
    traffic: traffic()
      .search()
      .conditions({ at: 0, took: 100 })
      .conditions({ at: 50, status: 400, ...again }),
    verdict: 'pass',
  },
  'traffic without Tokens': { traffic: traffic().list(), verdict: 'not-observed' },
});
