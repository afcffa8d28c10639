import {
  assessOne,
  asWarning,
  defineRule,
  type Finding,
  finding,
  missingInput,
  type Reported,
  type Supplied,
} from '../assess/index.ts';

export const outcomeAsExpected = defineRule({
  id: 'outcome-as-expected',
  level: 'must',
  clauses: ['svc.1', 'flow.4'],
  title: 'A correct client reports an outcome that the scenario allows.',
  right: 'DoBooking returns FAILED, and the client reports "failed".',
  wrong: 'DoBooking returns FAILED with HTTP 200, and the client reports "confirmed".',
  explanation:
    'The judge compares the reported outcome with the scenario. An outcome in `tolerated` is a warning. The rule needs the result of the client.',
  judge(_, { scenario, result, supplier, trouble }) {
    if (scenario && trouble !== undefined)
      return assessOne(
        finding([], {
          message: trouble,
          expected:
            'A correct client performs the task once, writes its result to the file whose path is in UNDERSTUDY_RESULT, and exits.',
        }),
      );
    if (!scenario || !result)
      return missingInput('the rule needs a scenario, and the outcome that the client reports');
    const { outcomes, tolerated = [] } = scenario;
    const { outcome } = result;
    if (outcomes.includes(outcome)) return assessOne(unknownBooking(result, supplier));
    const found = finding([], {
      message: `The client reported "${outcome}", but the scenario allows only ${outcomes.join(' or ')}. The user would act on a wrong result.`,
      expected: `A correct client reports "${outcomes.join('" or "')}".`,
    });
    return assessOne(tolerated.includes(outcome) ? asWarning(found) : found);
  },
});

/** Finds a booking that the client reports as confirmed, but that the supplier does not hold. */
function unknownBooking(
  { outcome, bookingId }: Reported,
  supplier: Supplied | undefined,
): Finding | undefined {
  const ids = [...new Set(supplier?.held?.map(held => held.bookingId))];
  if (outcome !== 'confirmed' || bookingId === undefined || ids.length === 0 || ids.includes(bookingId))
    return undefined;
  return finding([], {
    message: `The client reported booking "${bookingId}" as confirmed, but the supplier has only ${ids.join(', ')}. The user could not find this booking.`,
    expected: `A correct client reports ${ids.join(' or ')} as the bookingId.`,
  });
}
