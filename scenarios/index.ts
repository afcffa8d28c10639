// The catalogue of scenarios and their player: everything here also runs in a browser.
export { defineScenario, type Outcome, type Scenario, type Task, type TaskStep } from '#contracts/scenario';
export { catalogue } from './catalogue/index.ts';
export { type Played, type PlayOptions, playScenario } from './play/play-scenario.ts';
export { playTask, type TaskPlayer } from './play/play-task.ts';
export type { Report, ShownToUser } from './play/report.ts';
export type { OpenWire, Stage, Wire } from './play/stage.ts';
