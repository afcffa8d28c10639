export { writeRecord } from './fill.ts';
export { localDate, utcHour } from './moments.ts';
export * from './places.ts';
export type * from './quote.ts';
export * from './rates.ts';
export * from './reference/index.ts';
export * from './sandbox-inventory.ts';
export * from './source.ts';
export * from './testville.ts';
