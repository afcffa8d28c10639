// Exports the functions that read scenarios from files. This module needs Node.
export { type LoadedScenario, loadScenarios, ScenarioFilesError } from './load/index.ts';
