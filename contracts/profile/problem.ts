import { formatPath } from '../util/index.ts';

/** One mistake in a profile. */
export interface ProfileProblem {
  /** The path in the profile, for example `operations["hotel.search"].path`; empty for the whole profile. */
  readonly path: string;
  /** The wrong value, and how to correct it. */
  readonly message: string;
}

/** The error for an invalid profile. `problems` and the message name every mistake. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  readonly problems: readonly ProfileProblem[];

  constructor(problems: readonly ProfileProblem[]) {
    const lines = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    super(`the profile is invalid: ${lines.join('; ')}`);
    this.problems = problems;
  }
}

export const problemAt = (keys: readonly PropertyKey[], message: string): ProfileProblem => ({
  path: formatPath(keys),
  message,
});
