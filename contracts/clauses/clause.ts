/** The kind of check that a clause needs: a test of the mock server, a rule of the judge, or a test of the reference client. */
export type Need = 'mock' | 'judge' | 'client';

/**
 * One numbered statement of the specification.
 *
 * `excluded` contains the part of the statement that the project does not check, and the reason. If `needs` is empty, the
 * project checks no part of the statement.
 */
export type Clause = {
  readonly statement: string;
  readonly needs: readonly Need[];
  readonly excluded?: string;
};
