// Warp runs a client unchanged on exact virtual time: the time of the client and of the supplier jumps when both wait.
export { followTracer, readTotals, type WarpClock, type WarpSession } from './session.ts';
export { canStartAt, warpYears } from './start.ts';
export { findTracer, type Tracer } from './tracer.ts';
