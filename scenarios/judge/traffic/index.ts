export * from './call.ts';
export * from './lookups.ts';
export * from './retries.ts';
export * from './traffic.ts';
export { callsOf, hasStatus, lastSeen, nextAfter, seenBefore } from './trips.ts';
