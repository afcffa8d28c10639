// This code also runs in a browser.
export { planCrash } from './crash.ts';
export { type Played, type PlayOptions, playOnStage, playScenario } from './play-scenario.ts';
export { playTask, type TaskPlayer } from './play-task.ts';
export { type ClientSetting, createReferenceClient } from './reference-client.ts';
export type { Report, ShownToUser } from './report.ts';
export { createTestStage, inProcess, type OpenWire, type TestStage, type Wire } from './stage.ts';
