export { ClockRequestError, ClockStalledError } from './errors.ts';
export * from './machine.ts';
export * from './rotating-map.ts';
export * from './seed.ts';
export * from './seed-secrets.ts';
export * from './shared-time.ts';
export * from './sorted-list.ts';
export type * from './types.ts';
export { VirtualClock } from './virtual-clock.ts';
