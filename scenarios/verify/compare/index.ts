// Compares answers of a supplier with the contract, and learns the names of the supplier.
export { compareAnswers, type SupplierAnswer } from './compare.ts';
export type { Comparable } from './field.ts';
export { type Learned, learn } from './learn.ts';
export { type Compared, settleNames } from './names.ts';
export { toolAnswer } from './tool-answer.ts';
