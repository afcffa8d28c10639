import { toBooking, toConditions } from './build.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const cancelled = (penalty?: number) =>
  toBooking().cancel({ answer: penalty === undefined ? {} : { penalty } });
const showing = (Value: number, Currency = 'BRL', approximate?: boolean) => ({
  result: {
    outcome: 'cancelled',
    shownToUser: { penalty: { Value, Currency, ...(approximate && { approximate }) } },
  },
});

testRule('penalty-shown', {
  'the penalty of the cancellation': passes(cancelled(50), { context: showing(50) }),
  'a converted penalty that is marked as approximate': passes(cancelled(50), {
    context: showing(9, 'USD', true),
  }),
  'a free cancellation': fails([[4]], cancelled(50), {
    context: showing(0),
    says: /a penalty of 0 BRL, but the cancellation costs 50 BRL \(exchange 4\)/,
  }),
  "the penalty of the next day, which is today on the client's clock": passes(
    toConditions({
      answer: { policies: [{ start: '2026-11-22', end: '2026-11-29', value: 90, currency: 'BRL' }] },
    })
      .book()
      .cancel({ answer: { penalty: 50 } }),
    { context: showing(90) },
  ),
  'the penalty of a later week': fails(
    [[4]],
    toConditions({
      answer: { policies: [{ start: '2026-11-23', end: '2026-11-29', value: 90, currency: 'BRL' }] },
    })
      .book()
      .cancel({ answer: { penalty: 50 } }),
    { context: showing(90) },
  ),
  'the amount in another currency': fails([[4]], cancelled(50), { context: showing(50, 'USD') }),
  'a cancellation without a penalty': passes(cancelled(), { context: showing(0) }),
  'a penalty for a cancellation that was free': fails([[4]], cancelled(), {
    context: showing(50),
    says: /but the cancellation was free \(exchange 4\)/,
  }),
  'a client that does not report the penalty': notObserved(cancelled(50), {
    context: { result: { outcome: 'cancelled' } },
    why: /needs shownToUser.penalty/,
  }),
});
