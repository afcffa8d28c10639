import { compareLists } from './compare-lists.ts';
import { earlyRebookings } from './no-blind-rebooking.ts';
import { asWarning, finding, overOne, unseen } from './opinion.ts';
import { defineRule } from './rule.ts';

/** The supplier ends with what the task asked for: nothing twice, nothing lost. */
export const bookedAsExpected = defineRule({
  id: 'booked-as-expected',
  level: 'must',
  clauses: ['flow.3'],
  title: 'Leaves the supplier with the bookings that the task asked for, none doubled and none lost.',
  judge(traffic, { scenario, supplier, result }) {
    if (!scenario || !supplier) return unseen('it takes a scenario and what the supplier holds in the end');
    const { missing, extra } = compareLists(scenario.truth.services, supplier.services);
    if (missing.length === 0 && extra.length === 0) return overOne(undefined);
    const found = finding(traffic.of('book'), {
      message: `The supplier holds [${supplier.services.join(', ')}]; ${[
        extra.length > 0 ? `too many: ${extra.join(', ')}` : [],
        missing.length > 0 ? `missing: ${missing.join(', ')}` : [],
      ]
        .flat()
        .join('; ')}.`,
      expected: `[${scenario.truth.services.join(', ')}], each booked once.`,
    });
    const isOtherReading = result !== undefined && (scenario.tolerated ?? []).includes(result.outcome);
    // Whoever rebooks after an early look that found nothing can end with two (decision 7).
    const isEarly =
      missing.length === 0 && extra.length > 0 && extra.length <= earlyRebookings(traffic).length;
    return overOne(isOtherReading || isEarly ? asWarning(found) : found);
  },
});
