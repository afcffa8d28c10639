// How answers of a supplier compare with the contract, and which names that shows.
export { compareAnswers, type SupplierAnswer } from './compare.ts';
export type { Comparable } from './field.ts';
export { type Learned, learn } from './learn.ts';
export { type Compared, settleNames } from './names.ts';
export { toolAnswer } from './tool-answer.ts';
