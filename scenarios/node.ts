// What of the scenarios needs Node: reading files.
export { type LoadedScenario, loadScenarios, ScenarioFilesError } from './load/index.ts';
