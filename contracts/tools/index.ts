// The tool server's contract: its tools, and what they tell, made from the registry and the tables of the contract.
// An entrance of its own, so that a client of the booking API does not carry it along.
export { originOf, statementsOf } from '../openapi/provenance.ts';
export { findNotes, type ReleaseNote, releaseNotes } from './changelog.ts';
export { type EndpointLine, type EndpointList, endpointLine, findEndpoints } from './endpoints.ts';
export type { Field } from './fields.ts';
export { answerFieldsOf, type Parameter, parametersOf } from './parameters.ts';
export { type ProblemLine, problemsOf } from './problem-lines.ts';
export { type Fact, findReference, type NextStatus, type Reference, type StatusEntry } from './reference.ts';
export { callsBehind, callsFor, type FromAnswer, isFromAnswer, type SampleCall } from './sample-calls.ts';
export {
  isToolName,
  type Tool,
  type ToolArguments,
  type ToolName,
  toolNames,
  tools,
  topics,
} from './tools.ts';
