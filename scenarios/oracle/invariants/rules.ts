import { defineInvariant } from '../invariant.ts';

/** The rules that compare a run with a written expectation. The other invariants say the same from the books alone. */
const expectations: readonly string[] = ['outcome-as-expected', 'booked-as-expected', 'charged-as-expected'];

export const rulesKept = defineInvariant({
  id: 'rules',
  level: 'must',
  clauses: ['svc.1'],
  title: 'A correct client keeps every rule of level must of the judge.',
  check({ judgement }) {
    if (!judgement) return { notApplicable: 'the judge did not judge the exchanges' };
    const failed = judgement.verdicts.filter(
      ({ rule, verdict }) => verdict === 'fail' && !expectations.includes(rule),
    );
    return failed.flatMap(({ rule, findings: [first] }) =>
      first
        ? [{ message: `The client broke the rule ${rule}. ${first.message}`, exchanges: first.exchanges }]
        : [],
    );
  },
});
