// Reads scenarios from files, and moves their dates.
export { FileError, unreadable } from './file-error.ts';
export { type LoadedScenario, loadScenarios, ScenarioFilesError } from './load-scenarios.ts';
export { alignDates, moveScenario } from './move-scenario.ts';
export { readYamlDocument } from './yaml-document.ts';
