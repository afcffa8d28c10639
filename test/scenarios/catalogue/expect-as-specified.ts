import { expect } from 'vitest';
import type { Played, Scenario } from '#scenarios';

/** Expects that client and supplier end as the scenario specifies. */
export function expectAsSpecified({ outcomes, truth }: Scenario, { report, facts, ...played }: Played): void {
  expect(outcomes, report.why).toContain(report.outcome);
  expect(played.services).toEqual(truth.services);
  expect(played.charges).toEqual(truth.charges ?? []);
  const { requests = {} } = truth;
  const sent = Object.keys(requests).map(id => [
    id,
    facts.filter(({ operation }) => operation === id).length,
  ]);
  expect(Object.fromEntries(sent)).toEqual(requests);
  expect(played.idle, 'faults that matched no call').toEqual([]);
}
