export { maxCalls } from './merge-calls.ts';
export { maxBookings, openSession, type Session } from './session.ts';
export type { ReadClock } from './state.ts';
