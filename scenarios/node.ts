// Exports the functions that read scenarios and bundled profiles from files. This module needs Node.
export { bundledProfile, type LoadedScenario, loadScenarios, ScenarioFilesError } from './load/index.ts';
