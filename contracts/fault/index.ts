// Faults: their kinds, their schema and shorthand, where they act and which conflict. Apart from the rest of the contract,
// so that a client that imports the contract does not load them.
export { hasValue, type PathStep, readPath } from './body-path.ts';
export { type ComparableFault, commitOf, comparisonOf, conflictBetween, conflictIn } from './conflict.ts';
export {
  type BodyChange,
  type Directives,
  emptyFaultPlan,
  type FaultCall,
  type FaultPlan,
  isSynthetic,
  mergePlans,
  type PlanCall,
  type PlannedError,
  type RawAnswer,
} from './define-fault.ts';
export {
  eachFault,
  type FaultDetail,
  FaultError,
  type PlaceOf,
} from './fault-error.ts';
export { type EffectKind, type FaultEffect, faultKinds, kindOf, revokedKey } from './kinds/index.ts';
export { ParsedFault, parseFault, readFault } from './parse-fault.ts';
export { type Fault, faultSchema } from './schema.ts';
export { scopeOf } from './scope.ts';
