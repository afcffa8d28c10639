import { minute, second, toConditions, traffic } from './build.ts';
import { fails, inconclusive, notObserved, passes, testRule } from './test-rule.ts';

const aged = (ms: number, speed = 1) =>
  traffic('hotel', speed)
    .search()
    .conditions({ after: ms, status: 400, answer: { errors: ['TokenExpired'] } });

testRule('token-fresh', {
  'a Token of exactly 30 minutes': passes(toConditions({ after: 30 * minute })),
  'one that is older by less than the tolerance': passes(aged(30 * minute + 18 * second)),
  'a Token that has expired': fails([[1, 2]], aged(41 * minute + 10 * second), {
    says: /^The client sent a Token at 10:41:10 \(exchange 2\) that exchange 1 issued at 10:00:00 and that expired at 10:30:00\./,
    expects: /at most 30 minutes/,
  }),
  'a ReToken in the place of a Token that has expired': passes(
    traffic()
      .search()
      .revalidate('SameRoomsFound', { after: 40 * minute }),
  ),
  'a Token that is tried beside its ReToken': passes(
    traffic()
      .search()
      .revalidate('SameRoomsFound', { after: 40 * minute, request: { token: 'S1' } }),
  ),
  'a Token that expired within the blink of a fast clock': inconclusive(aged(35 * minute, 3_600), {
    context: { clock: { mode: 'scaled', speed: 3_600 } },
    why: /3600 times as fast/,
  }),
  'a Token that grew too old in a moment in which a client on a fast clock had to wait': inconclusive(
    aged(30 * minute + 500 * second, 600),
    { context: { clock: { mode: 'scaled', speed: 600 } } },
  ),
  'an old Token on a fast clock that gave the client seconds': fails([[1, 2]], aged(60 * minute, 600), {
    context: { clock: { mode: 'scaled', speed: 600 } },
  }),
  'a Token on a clock that jumps at polls': inconclusive(aged(60 * minute), {
    context: { clock: { mode: 'per-poll', speed: 1 } },
  }),
  'a Search alone': notObserved(traffic().search()),
});
