import { hour, toBooking, traffic } from './build.ts';
import { fails, inconclusive, notObserved, passes, testRule } from './test-rule.ts';

testRule('retoken-within-25h', {
  'a ReToken of exactly 25 hours': passes(
    traffic()
      .search()
      .revalidate('SameRoomsFound', { after: 25 * hour }),
  ),
  'a ReToken that is older': fails(
    [[1, 2]],
    traffic()
      .search()
      .revalidate('SameRoomsFound', { after: 26 * hour, status: 400 }),
    {
      says: /a ReToken at 2026-11-21 12:00:00 \(exchange 2\) that exchange 1 issued at 2026-11-20 10:00:00, 26 hours before/,
    },
  ),
  'a full Search instead': passes(
    traffic()
      .search()
      .search({ after: 26 * hour }),
  ),
  'a ReToken on a clock that jumps at polls': inconclusive(
    traffic()
      .search()
      .revalidate('SameRoomsFound', { after: 26 * hour }),
    { context: { clock: { mode: 'per-poll', speed: 1 } } },
  ),
  'a flow without ReToken': notObserved(toBooking()),
});
