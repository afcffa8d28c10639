// A profile lets a client that speaks another dialect of this contract (other paths, other field names) be served
// without a change of code: it is data, read once and applied to JSON at the outer edge.
export { applyProfile, type Dialect, type Direction, type SpokenOperation } from './dialect.ts';
export { fieldsOf, type Registry } from './fields.ts';
export { parseProfile } from './parse.ts';
export { ProfileError, type ProfileProblem } from './problem.ts';
export { type RenamedFields, renamedFields } from './renames.ts';
export { type Profile, profileSchema } from './schema.ts';
