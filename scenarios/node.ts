// The part of the scenarios that needs Node: it reads files.
export { type LoadedScenario, loadScenarios, ScenarioFilesError } from './load/index.ts';
