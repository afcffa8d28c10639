/** What must check a clause: a test of the mock server, a rule of the judge, or a test of the reference client. */
export type Need = 'mock' | 'judge' | 'client';

/**
 * One numbered statement of the specification.
 *
 * `excluded` says which part of the statement the project does not check, and why. With an empty `needs`, the project
 * checks no part of it.
 */
export type Clause = {
  readonly statement: string;
  readonly needs: readonly Need[];
  readonly excluded?: string;
};
