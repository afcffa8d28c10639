// How answers of a supplier compare with the contract, and what is learned from them. Apart from the rest of the contract: only
// what verifies needs it.
export {
  type CameAnswer,
  type Comparable,
  type Compared,
  type CompareOptions,
  compareAnswers,
} from './compare.ts';
export { driftReportJsonSchema } from './json-schema.ts';
export { type Learned, learn } from './learn.ts';
export {
  type ComparedField,
  type ComparedOperation,
  type DriftReport,
  driftReportSchema,
  type FieldState,
  fieldStates,
  type LearnedName,
  type MadeBooking,
  type MadeCall,
} from './schema.ts';
export { type Comparison, createComparison } from './settle.ts';
export { toolAnswer } from './tool-answer.ts';
