// A profile describes the dialect of a supplier as data: the paths, methods, names, places and values that differ
// from the contract.
export type { SpokenAddress } from './address.ts';
export type { Change } from './change.ts';
export * from './dialect.ts';
export { type Field, type Fields, fieldOf, fieldsOf, type Registry, type TimeKind } from './fields.ts';
export { parseProfile } from './parse.ts';
export { type Place, type PlacedField, type PlacedFields, placeFields } from './place.ts';
export { ProfileError, type ProfileProblem } from './problem.ts';
export { findRuleIn } from './rules.ts';
export * from './schema.ts';
export { timePattern } from './time-format.ts';
