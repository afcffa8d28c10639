// How answers of a supplier compare with the contract, and which names that shows.
export { compareAnswers } from './compare.ts';
export { createComparison } from './comparison.ts';
export { type Learned, learn } from './learn.ts';
export { toolAnswer } from './tool-answer.ts';
