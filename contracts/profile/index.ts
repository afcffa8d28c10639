export type { SpokenAddress } from './address.ts';
export type { Change } from './change.ts';
export * from './dialect.ts';
export {
  type Field,
  type Fields,
  fieldOf,
  fieldsOf,
  namesIn,
  type Registry,
  type TimeKind,
} from './fields.ts';
export { parseProfile } from './parse.ts';
export { type Place, type PlacedField, type PlacedFields, placeFields } from './place.ts';
export { ProfileError, type ProfileProblem } from './problem.ts';
export { findRuleIn } from './rules.ts';
export * from './schema.ts';
export { timePattern } from './time-format.ts';
