// Exports the functions that read scenarios and bundled profiles from files. This module needs Node.

export { type ExploreOptions, explore } from './explore/index.ts';
export { bundledProfile, type LoadedScenario, loadScenarios, ScenarioFilesError } from './load/index.ts';
export type { ExplorationFailure, ExplorationReport } from './reports/index.ts';
