// Reads scenarios and profiles from files, and moves the dates in scenarios.
export {
  bundledProfile,
  bundledProfileFile,
  bundledProfileNames,
  isBareName,
} from './bundled-profiles.ts';
export { FileError, type Position, readText } from './file-error.ts';
export { filesIn, learnInventory, type ReadInventoryOptions, readInventory } from './inventory/index.ts';
export { type LoadedScenario, loadScenarios, ScenarioFilesError, withoutSchema } from './load-scenarios.ts';
export { alignDates, moveScenario, usualStart } from './move-scenario.ts';
export { readYamlDocument } from './yaml-document.ts';
