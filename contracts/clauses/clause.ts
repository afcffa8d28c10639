/** What must cover a clause: a test of the mock, a rule of the judge, or a test of the reference client. */
export type Need = 'mock' | 'judge' | 'client';

/**
 * One numbered statement of the specification.
 *
 * `excluded` says which part of the statement the project leaves out, and why. If `needs` is empty, it leaves out the whole statement.
 */
export type Clause = {
  readonly statement: string;
  readonly needs: readonly Need[];
  readonly excluded?: string;
};
