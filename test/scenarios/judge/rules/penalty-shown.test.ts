import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const cancelled = (penalty?: number) =>
  traffic()
    .search()
    .conditions()
    .book()
    .cancel({ answer: penalty === undefined ? {} : { penalty } });
const showing = (Value: number, Currency = 'BRL', approximate?: boolean) => ({
  result: {
    outcome: 'cancelled',
    shownToUser: { penalty: { Value, Currency, ...(approximate && { approximate }) } },
  },
});

testRule('penalty-shown', {
  'the penalty of the cancellation': { traffic: cancelled(50), context: showing(50), verdict: 'pass' },
  'a converted penalty that is marked as approximate': {
    traffic: cancelled(50),
    context: showing(9, 'USD', true),
    verdict: 'pass',
  },
  'a free cancellation': {
    traffic: cancelled(50),
    context: showing(0),
    verdict: 'fail',
    at: [[4]],
    says: /a penalty of 0 BRL, but the cancellation costs 50 BRL \(exchange 4\)/,
  },
  "the penalty of the next day, which is today on the client's clock": {
    traffic: traffic()
      .search()
      .conditions({
        answer: { policies: [{ start: '2026-11-22', end: '2026-11-29', value: 90, currency: 'BRL' }] },
      })
      .book()
      .cancel({ answer: { penalty: 50 } }),
    context: showing(90),
    verdict: 'pass',
  },
  'the penalty of a later week': {
    traffic: traffic()
      .search()
      .conditions({
        answer: { policies: [{ start: '2026-11-23', end: '2026-11-29', value: 90, currency: 'BRL' }] },
      })
      .book()
      .cancel({ answer: { penalty: 50 } }),
    context: showing(90),
    verdict: 'fail',
    at: [[4]],
  },
  'the amount in another currency': {
    traffic: cancelled(50),
    context: showing(50, 'USD'),
    verdict: 'fail',
    at: [[4]],
  },
  'a cancellation without a penalty': { traffic: cancelled(), context: showing(0), verdict: 'not-observed' },
  'a client that does not report the penalty': {
    traffic: cancelled(50),
    context: { result: { outcome: 'cancelled' } },
    verdict: 'not-observed',
    why: /needs shownToUser.penalty/,
  },
});
