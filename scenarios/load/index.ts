// Reads scenarios from files, and moves them to other days.
export { unreadable } from './file-error.ts';
export { type LoadedScenario, loadScenarios, ScenarioFilesError } from './load-scenarios.ts';
export { alignDates, moveScenario } from './move-scenario.ts';
