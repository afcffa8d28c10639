import { asWarning, finding, overOne, unseen } from './opinion.ts';
import { defineRule } from './rule.ts';

/** What the client reports is what a correct one would. */
export const outcomeAsExpected = defineRule({
  id: 'outcome-as-expected',
  level: 'must',
  clauses: ['svc.1', 'flow.4'],
  title: 'Reports an outcome that the scenario allows.',
  judge(_, { scenario, result }) {
    if (!scenario || !result) return unseen('it takes a scenario and the outcome that the client reports');
    const { outcomes, tolerated = [] } = scenario;
    const { outcome } = result;
    if (outcomes.includes(outcome)) return overOne(undefined);
    const found = finding([], {
      message: `The client reported "${outcome}"; this scenario ends with ${outcomes.join(' or ')}.`,
      expected: `"${outcomes.join('" or "')}" as the outcome.`,
    });
    return overOne(tolerated.includes(outcome) ? asWarning(found) : found);
  },
});
