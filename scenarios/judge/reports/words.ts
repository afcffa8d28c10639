import { type RunReport, type ScenarioState, scenarioStates } from '../report/index.ts';

/** What a state is called where people read it. */
export const stateWords: Readonly<Record<ScenarioState, string>> = {
  held: 'held',
  warned: 'held, with warnings',
  unproven: 'unproven',
  broken: 'BROKEN',
  'harness-error': 'HARNESS ERROR',
  'not-played': 'not played',
};

/**
 * A run in a line.
 *
 * @example summaryLine(report) // '3 scenarios: 2 held, 1 BROKEN'
 */
export function summaryLine({ scenarios, summary, stale }: RunReport): string {
  const parts = scenarioStates.flatMap(state =>
    summary[state] > 0 ? [`${summary[state]} ${stateWords[state]}`] : [],
  );
  const count = scenarios.length === 1 ? '1 scenario' : `${scenarios.length} scenarios`;
  const lines = stale.length > 0 ? [`${stale.length} stale in the baseline`] : [];
  return [...(parts.length > 0 ? [`${count}: ${parts.join(', ')}`] : ['nothing was played']), ...lines].join(
    '; ',
  );
}
