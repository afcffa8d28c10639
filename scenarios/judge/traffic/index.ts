export * from './call.ts';
export * from './looks.ts';
export * from './retries.ts';
export * from './status.ts';
export * from './telling-looks.ts';
export * from './traffic.ts';
export { lastSeen, nextAfter, seenBefore } from './trips.ts';
