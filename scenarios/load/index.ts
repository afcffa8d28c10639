// Reads scenarios from files, and moves the dates in scenarios.
export { FileError, unreadable } from './file-error.ts';
export { type LoadedScenario, loadScenarios, ScenarioFilesError } from './load-scenarios.ts';
export { alignDates, moveScenario, usualStart } from './move-scenario.ts';
export { readYamlDocument } from './yaml-document.ts';
