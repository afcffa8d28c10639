export * from './booking-status.ts';
export * from './calendar.ts';
export * from './limits.ts';
export * from './operation.ts';
export * from './operations/index.ts';
export * from './problems.ts';
