// A profile describes another dialect of this contract (other paths, other field names) as data. With it, the server serves
// clients of that dialect without a change of code.
export { applyProfile, type Dialect, type Direction, type SpokenOperation } from './dialect.ts';
export { fieldsOf, type Registry } from './fields.ts';
export { parseProfile } from './parse.ts';
export { ProfileError, type ProfileProblem } from './problem.ts';
export { type RenamedFields, renamedFields } from './renames.ts';
export { type Profile, profileSchema } from './schema.ts';
