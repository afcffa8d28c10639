import { expect } from 'vitest';
import type { Played, Scenario } from '#scenarios';

/** Expects of a play what its scenario says of a correct client and of the supplier. */
export function expectAsDeclared({ outcomes, truth }: Scenario, { report, facts, ...played }: Played): void {
  expect(outcomes, report.why).toContain(report.outcome);
  expect(played.services).toEqual(truth.services);
  expect(played.charges).toEqual(truth.charges ?? []);
  const { requests = {} } = truth;
  const sent = Object.keys(requests).map(id => [
    id,
    facts.filter(({ operation }) => operation === id).length,
  ]);
  expect(Object.fromEntries(sent)).toEqual(requests);
  expect(played.idle, 'faults that hit nothing').toEqual([]);
}
