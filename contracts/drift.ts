// How answers of a supplier compare with the contract, and what is learned from them. Apart from the rest of the contract: only
// what verifies needs it.
export {
  type CameAnswer,
  type Comparable,
  type Compared,
  type CompareOptions,
  compareAnswers,
} from './drift/compare.ts';
export { driftReportJsonSchema } from './drift/json-schema.ts';
export { type Learned, learn } from './drift/learn.ts';
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
} from './drift/schema.ts';
export { type Comparison, createComparison } from './drift/settle.ts';
export { toolAnswer } from './drift/tool-answer.ts';
