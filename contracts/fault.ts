// Faults: their schema, their shorthand, where they act and which contradict each other. Apart from the rest of the
// contract, so that a client that imports that does not carry them along.
export { hasValue, type PathStep, readPath } from './fault/body-path.ts';
export { actsThroughOperation, commitOf } from './fault/commit.ts';
export { contradiction, contradictsIn, type Rival, rivalOf, windowOf } from './fault/contradiction.ts';
export type { Commit } from './fault/effect-row.ts';
export { eachFault, type FaultDetail, FaultError } from './fault/fault-error.ts';
export { readFault } from './fault/read-fault.ts';
export {
  type EffectKind,
  type Fault,
  type FaultEffect,
  faultEffects,
  faultSchema,
} from './fault/schema.ts';
export { scopeOf } from './fault/scope.ts';
