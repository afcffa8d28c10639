import { hour, traffic } from './build.ts';
import { testRule } from './test-rule.ts';

testRule('retoken-within-25h', {
  'a ReToken of exactly 25 hours': {
    traffic: traffic()
      .search()
      .revalidate('SameRoomsFound', { after: 25 * hour }),
    verdict: 'pass',
  },
  'a ReToken that is older': {
    traffic: traffic()
      .search()
      .revalidate('SameRoomsFound', { after: 26 * hour, status: 400 }),
    verdict: 'fail',
    at: [[1, 2]],
    says: /a ReToken at 2026-11-21 12:00:00 \(exchange 2\) that exchange 1 issued at 2026-11-20 10:00:00, 26 hours before/,
  },
  'a full Search instead': {
    traffic: traffic()
      .search()
      .search({ after: 26 * hour }),
    verdict: 'pass',
  },
  'a ReToken on a clock that jumps at polls': {
    traffic: traffic()
      .search()
      .revalidate('SameRoomsFound', { after: 26 * hour }),
    context: { clock: { mode: 'per-poll', speed: 1 } },
    verdict: 'inconclusive',
  },
  'a flow without ReToken': { traffic: traffic().search().conditions().book(), verdict: 'not-observed' },
});
