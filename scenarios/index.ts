// Exports the catalogue of scenarios, and the functions that play scenarios. This module also runs in a browser.
export type { Outcome, Scenario, Task, TaskStep } from '#contracts/scenario';
export { catalogue, type Draw, defineScenario, drawScenario } from './catalogue/index.ts';
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
} from './run/index.ts';
export { judgeRoutes } from './run/routes.ts';
