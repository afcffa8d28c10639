// Scenarios: their schema, the task they give, and how they are read. Apart from the rest of the contract, so that a
// client that imports that does not carry them along.

export { scenarioJsonSchema } from './scenario/json-schema.ts';
export { defineScenario, readScenario } from './scenario/read.ts';
export { type ReadResult, type Result, readResult, resultSchema } from './scenario/result.ts';
export { ScenarioError } from './scenario/scenario-error.ts';
export { type Outcome, outcomes, type Scenario, scenarioClocks, scenarioSchema } from './scenario/schema.ts';
export { type Task, type TaskStep, taskSchema } from './scenario/task.ts';
