// Faults: their schema, their shorthand, where they act and which contradict each other. Apart from the rest of the
// contract, so that a client that imports that does not carry them along.
export { hasValue, type PathStep, readPath } from './body-path.ts';
export { actsThroughOperation, commitOf } from './commit.ts';
export { contradiction, contradictsIn, type Rival, rivalOf, windowOf } from './contradiction.ts';
export type { Commit } from './effect-row.ts';
export { eachFault, type FaultDetail, FaultError } from './fault-error.ts';
export { readFault } from './read-fault.ts';
export {
  type EffectKind,
  type Fault,
  type FaultEffect,
  faultEffects,
  faultSchema,
} from './schema.ts';
export { scopeOf } from './scope.ts';
