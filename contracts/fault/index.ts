// A client that imports the contract does not load the faults, so they have their own entry.
export { hasValue, isSingle, type PathStep, readPath } from './body-path.ts';
export * from './define-fault.ts';
export * from './fault-error.ts';
export {
  type EffectKind,
  type FaultEffect,
  faultKinds,
  kindNames,
  kindOf,
  revokedKey,
} from './kinds/index.ts';
export * from './parse-fault.ts';
export { type Fault, faultSchema } from './schema.ts';
export * from './scope.ts';
