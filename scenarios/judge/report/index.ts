// The report of a run. Apart from the rest of the contract, so that a client that imports that does not carry it along.

export { reportJsonSchema, verdictsJsonSchema } from './json-schema.ts';
export {
  type ReportedVerdict,
  type RunReport,
  reportSchema,
  type ScenarioReport,
  type ScenarioState,
  scenarioStates,
  type VerdictReport,
  verdictReportSchema,
} from './schema.ts';
