import { minute, second, traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const aged = (ms: number, speed = 1) =>
  traffic('hotel', speed)
    .search()
    .conditions({ after: ms, status: 400, answer: { errors: ['TokenExpired'] } });

testRule('token-fresh', {
  'a Token of exactly 30 minutes': {
    traffic: traffic()
      .search()
      .conditions({ after: 30 * minute }),
    verdict: 'pass',
  },
  'one that is older by less than the tolerance': {
    traffic: aged(30 * minute + 18 * second),
    verdict: 'pass',
  },
  'a Token that has expired': {
    traffic: aged(41 * minute + 10 * second),
    verdict: 'fail',
    at: [[1, 2]],
    says: /^The client sent a Token at 10:41:10 \(exchange 2\) that exchange 1 issued at 10:00:00 and that expired at 10:30:00\./,
    expects: /at most 30 minutes/,
  },
  'a ReToken in the place of a Token that has expired': {
    traffic: traffic()
      .search()
      .revalidate('SameRoomsFound', { after: 40 * minute }),
    verdict: 'pass',
  },
  'a Token that is tried beside its ReToken': {
    traffic: traffic()
      .search()
      .revalidate('SameRoomsFound', { after: 40 * minute, request: { token: 'S1' } }),
    verdict: 'pass',
  },
  'a Token that expired within the blink of a fast clock': {
    traffic: aged(35 * minute, 3_600),
    context: { clock: { mode: 'scaled', speed: 3_600 } },
    verdict: 'inconclusive',
    why: /3600 times as fast/,
  },
  'a Token that grew too old in a moment in which a client on a fast clock had to wait': {
    traffic: aged(30 * minute + 500 * second, 600),
    context: { clock: { mode: 'scaled', speed: 600 } },
    verdict: 'inconclusive',
  },
  'an old Token on a fast clock that gave the client seconds': {
    traffic: aged(60 * minute, 600),
    context: { clock: { mode: 'scaled', speed: 600 } },
    verdict: 'fail',
    at: [[1, 2]],
  },
  'a Token on a clock that jumps at polls': {
    traffic: aged(60 * minute),
    context: { clock: { mode: 'per-poll', speed: 1 } },
    verdict: 'inconclusive',
  },
  'a Search alone': { traffic: traffic().search(), verdict: 'not-observed' },
});
