/** One thing that is wrong with a profile. */
export interface ProfileProblem {
  /** Where in the profile, for example `operations["hotel.search"].path`; empty for the profile as a whole. */
  readonly path: string;
  /** What is wrong there, with the value, and how to fix it. */
  readonly message: string;
}

/** A profile that cannot be used. `problems` and the message name everything that is wrong with it. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  readonly problems: readonly ProfileProblem[];

  constructor(problems: readonly ProfileProblem[]) {
    const lines = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    super(`the profile cannot be used: ${lines.join('; ')}`);
    this.problems = problems;
  }
}

/**
 * Writes a place in a profile as text. Keys that are not plain words are in brackets.
 *
 * @example placeText(['operations', 'hotel.search', 'path']) // 'operations["hotel.search"].path'
 */
export function placeText(keys: readonly PropertyKey[]): string {
  const parts = keys.map(key =>
    /^\w+$/.test(String(key)) ? `.${String(key)}` : `[${JSON.stringify(String(key))}]`,
  );
  return parts.join('').replace(/^\./, '');
}
