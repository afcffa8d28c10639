export { type Compared, type CompareOptions, compareAnswers } from './compare.ts';
export type { Comparable } from './field.ts';
export { toolAnswer } from './field.ts';
export { type Learned, learn } from './learn.ts';
