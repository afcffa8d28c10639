// Exports the functions that read scenarios and bundled profiles from files. This module needs Node.

export {
  bundledProfile,
  type LoadedScenario,
  loadScenarios,
  type ReadInventoryOptions,
  readInventory,
  ScenarioFilesError,
} from './catalogue/node.ts';
export {
  type ExploreOptions,
  type ExploreTestsOptions,
  explore,
  exploreTests,
  SuiteError,
} from './explore/index.ts';
export type { ExplorationFailure, ExplorationReport } from './report/index.ts';
