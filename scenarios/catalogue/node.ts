// Reads scenarios and profiles from files, and moves the dates in scenarios.
export * from './bundled-profiles.ts';
export { FileError, filesIn, placeIn, readText } from './file-error.ts';
export { learnInventory, type ReadInventoryOptions, readInventory } from './inventory/index.ts';
export { type LoadedScenario, loadScenarios, ScenarioFilesError } from './load-scenarios.ts';
export { alignDates, moveScenario, usualStart } from './move-scenario.ts';
export { readYamlDocument } from './yaml-document.ts';
