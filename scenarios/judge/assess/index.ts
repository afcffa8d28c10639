// Exports everything that the rules import: the traffic, the context, and the functions that build an assessment.
export * from '../traffic/index.ts';
export * from './books.ts';
export * from './compare-with-task.ts';
export * from './context.ts';
export * from './deviation.ts';
export * from './follow-up.ts';
export * from './polls.ts';
export * from './reported.ts';
export * from './rule.ts';
export * from './run-end.ts';
export * from './time.ts';
