export { checkFaults, Faults, type FaultsParts, type FaultsState } from './faults.ts';
export { errorRefusal, type FaultSource, type MatchedFaults, matchFaults, refuseRevoked } from './match.ts';
export { type ArmedFault, maskFault } from './record.ts';
