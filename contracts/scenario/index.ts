// `#contracts` does not export these schemas, so that a client does not load them.

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
  type Task,
  type TaskStep,
  taskSchema,
} from './schema.ts';
