import type * as z from 'zod/mini';
import { operations } from '../operations/index.ts';
import { suggest } from '../util/index.ts';
import { addressProblems, fieldProblems, nameProblems } from './check.ts';
import type { Registry } from './fields.ts';
import { ProfileError, type ProfileProblem, problemAt } from './problem.ts';
import { type Profile, profileParts, profileSchema } from './schema.ts';

/**
 * Reads a profile from data, such as a parsed YAML file.
 *
 * @param value the content of the file
 * @param registry the operations that the profile may name; by default all operations of the contract
 * @throws ProfileError that names every mistake, with the nearest valid name
 * @example parseProfile({ name: 'acme', fields: { Token: 'sessionToken' } })
 */
export function parseProfile(value: unknown, registry: Registry = operations): Profile {
  const parsed = profileSchema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw new ProfileError(parsed.error.issues.flatMap(formProblems));
  assertUsable(registry, parsed.data);
  return parsed.data;
}

export function assertUsable(registry: Registry, profile: Profile): void {
  const problems = [
    ...nameProblems(registry, profile),
    ...addressProblems(registry, profile),
    ...fieldProblems(registry, profile),
  ];
  if (problems.length > 0) throw new ProfileError(problems);
}

function formProblems(issue: z.core.$ZodIssue): ProfileProblem[] {
  if (issue.code === 'invalid_union') return innerIssues(issue).flatMap(formProblems);
  if (issue.code !== 'unrecognized_keys') return [problemAt(issue.path, valueAnd(issue))];
  const [first] = issue.path;
  const part =
    first === undefined
      ? 'profile'
      : first === 'operations' && issue.path.length === 2
        ? 'operation'
        : issue.path[2] === 'also'
          ? 'addition'
          : 'change';
  const known = Object.keys(profileParts[part].shape);
  return issue.keys.map(key => {
    const hint = suggest(key, known, `expected one of ${known.join(', ')}`);
    return problemAt([...issue.path, key], `a profile has no field "${key}" here; ${hint}`);
  });
}

/** All forms of a union have different JSON types. */
function innerIssues({ errors, path, ...issue }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] {
  const isOtherType = (one: z.core.$ZodIssue) => one.code === 'invalid_type' && one.path.length === 0;
  const inner = errors.find(all => !all.some(isOtherType));
  if (!inner) return [{ ...issue, code: 'custom', path }];
  return inner.map(one => ({ ...one, path: [...path, ...one.path] }));
}

function valueAnd({ message, input }: z.core.$ZodIssue): string {
  return typeof input === 'object' || input === undefined ? message : `${JSON.stringify(input)}: ${message}`;
}
