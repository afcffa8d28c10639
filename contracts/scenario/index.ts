// Exports the schemas of scenarios and tasks, and the functions that read scenarios and results. `#contracts` does not
// export them, so that a client that imports the contract does not load these schemas.

export { readScenario, ScenarioError } from './read.ts';
export { type ReadResult, type Result, readResult, resultSchema } from './result.ts';
export {
  type Crash,
  type CrashMoment,
  crashMoments,
  type Outcome,
  outcomes,
  reportedOutcomes,
  type Scenario,
  scenarioClocks,
  scenarioJsonSchema,
  scenarioSchema,
} from './schema.ts';
export { type Task, type TaskStep, taskSchema } from './task.ts';
