export { Catalogue, UnknownScenario } from './catalogue.ts';
export { concludeCall, findRun } from './find-run.ts';
export { type RunsState, type ScenarioRun, ScenarioRuns } from './runs.ts';
