// This folder contains the faults of a sandbox, and computes the changes that faults make to a call.
export { errorRefusal, refuseRevoked } from './error-refusal.ts';
export { checkFaults, Faults, type FaultsParts, type FaultsState } from './faults.ts';
export { type FaultSource, type MatchedFaults, matchFaults } from './match.ts';
export { type ArmedFault, maskFault } from './record.ts';
