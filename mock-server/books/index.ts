export * from './bookings/index.ts';
export * from './journal/index.ts';
export * from './memory-bound.ts';
export * from './records/index.ts';
export * from './refusal.ts';
export * from './tokens/index.ts';
