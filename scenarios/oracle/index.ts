// The oracle: what must hold at the end of every run, judged by the books of the supplier.
export type { Evidence } from './evidence.ts';
export { type InvariantId, invariants } from './invariants/index.ts';
export { askOracle, breaksInvariant } from './oracle.ts';
export { type InvariantVerdict, invariantVerdictSchema } from './schema.ts';
