// Scenarios: their schema, the task they give, and how they are read. Apart from the rest of the contract, so that a
// client that imports that does not carry them along.

export { scenarioJsonSchema } from './json-schema.ts';
export { readScenario, ScenarioError } from './read.ts';
export { type ReadResult, type Result, readResult, resultSchema } from './result.ts';
export { type Outcome, outcomes, type Scenario, scenarioClocks, scenarioSchema } from './schema.ts';
export { type Task, type TaskStep, taskSchema } from './task.ts';
