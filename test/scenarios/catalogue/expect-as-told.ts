import { expect } from 'vitest';
import type { Played, Scenario } from '#scenarios';

/** Expects that a run matches its scenario: the outcome of a correct client, and the supplier's state. */
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
