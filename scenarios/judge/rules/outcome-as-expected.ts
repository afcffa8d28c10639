import {
  asWarning,
  defineRule,
  type Finding,
  finding,
  missingInput,
  overOne,
  type Reported,
  type Supplied,
} from '../assess/index.ts';

/** What the client reports is what a correct one would. */
export const outcomeAsExpected = defineRule({
  id: 'outcome-as-expected',
  level: 'must',
  clauses: ['svc.1', 'flow.4'],
  title: 'Reports an outcome that the scenario allows.',
  right: 'DoBooking answers FAILED, and the client reports "failed".',
  wrong: 'DoBooking answers FAILED with HTTP 200, and the client reports "confirmed".',
  explanation:
    'needs the result that the client reports; an outcome that the scenario only tolerates is a warning',
  judge(_, { scenario, result, supplier, trouble }) {
    if (scenario && trouble !== undefined)
      return overOne(
        finding([], {
          message: `The client: ${trouble}`,
          expected: 'plays the task once, writes its result to the file of UNDERSTUDY_RESULT, and ends',
        }),
      );
    if (!scenario || !result)
      return missingInput('it takes a scenario and the outcome that the client reports');
    const { outcomes, tolerated = [] } = scenario;
    const { outcome } = result;
    if (outcomes.includes(outcome)) return overOne(unknownBooking(result, supplier));
    const found = finding([], {
      message: `The client reported "${outcome}"; this scenario ends with ${outcomes.join(' or ')}.`,
      expected: `"${outcomes.join('" or "')}" as the outcome.`,
    });
    return overOne(tolerated.includes(outcome) ? asWarning(found) : found);
  },
});

/** A booking that is reported as confirmed has to be one that the supplier holds. */
function unknownBooking(
  { outcome, bookingId }: Reported,
  supplier: Supplied | undefined,
): Finding | undefined {
  const ids = [...new Set(supplier?.held?.map(held => held.bookingId))];
  if (outcome !== 'confirmed' || bookingId === undefined || ids.length === 0 || ids.includes(bookingId))
    return undefined;
  return finding([], {
    message: `The client reported booking "${bookingId}" as confirmed; the supplier holds ${ids.join(', ')}.`,
    expected: `${ids.join(' or ')} as the bookingId.`,
  });
}
