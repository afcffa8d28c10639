export { type Catalogue, createCatalogue, UnknownScenario } from './catalogue.ts';
export { concludeCall, findRun } from './find-run.ts';
export { createRuns, type RunsState, type ScenarioRun, type ScenarioRuns } from './runs.ts';
