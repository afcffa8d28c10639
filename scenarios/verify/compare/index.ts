// Compares answers of a supplier with the contract, and finds the field names that the supplier uses.
export { compareAnswers, type SupplierAnswer } from './compare.ts';
export type { Comparable } from './field.ts';
export { type Learned, learn } from './learn.ts';
export { type Compared, settleNames } from './names.ts';
export { toolAnswer } from './tool-answer.ts';
