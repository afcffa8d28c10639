export * from './memory.ts';
export type * from './records.ts';
