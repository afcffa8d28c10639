export { type Compared, type CompareOptions, compareAnswers } from './compare.ts';
export { type Comparable, toolAnswer } from './field.ts';
export { learn } from './learn.ts';
