export { followTracer, readTotals, type WarpClock, type WarpSession } from './session.ts';
export { canStartAt, warpYears } from './start.ts';
export { findTracer, type Tracer } from './tracer.ts';
