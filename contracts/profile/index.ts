// A profile describes, as data, the dialect of a supplier: other paths, methods and field names than the contract. With a
// profile, the server can serve clients of that dialect without a code change.
export { applyProfile, type Dialect, type Direction, type SpokenOperation } from './dialect.ts';
export { fieldsOf, type Registry } from './fields.ts';
export { parseProfile } from './parse.ts';
export { ProfileError, type ProfileProblem } from './problem.ts';
export { type RenamedFields, renamedFields } from './renames.ts';
export { type Profile, profileSchema } from './schema.ts';
