/** What shows that a clause is kept: a behaviour test of the mock, a rule of the judge, the reference client. */
export type Need = 'mock' | 'judge' | 'client';

/**
 * One numbered statement of the specification.
 *
 * `excluded` says which part of the statement (or all of it, when `needs` is empty) the project leaves out, and why.
 */
export type Clause = {
  readonly statement: string;
  readonly needs: readonly Need[];
  readonly excluded?: string;
};
