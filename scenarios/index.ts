// Exports the catalogue of scenarios, and the functions that play scenarios. This module also runs in a browser.
export type { Outcome, Scenario, Task, TaskStep } from '#contracts/scenario';
export { catalogue } from './catalogue/index.ts';
export { defineScenario } from './define-scenario.ts';
export { type Draw, drawScenario } from './draw/index.ts';
export { judgeRoutes } from './judge-routes.ts';
export {
  type ClientSetting,
  type OpenWire,
  type Played,
  type PlayOptions,
  playScenario,
  playTask,
  type Report,
  type ShownToUser,
  type TaskPlayer,
  type TestStage,
  type Wire,
} from './play/index.ts';
