/** What shows that a clause is kept: a behaviour test of the mock, a rule of the judge, the reference client. */
export type Need = 'mock' | 'judge' | 'client';

/** The first part of a clause id, before the dot. */
export type ClauseSection =
  | 'svc'
  | 'res'
  | 'field'
  | 'date'
  | 'status'
  | 'poll'
  | 'client'
  | 'trans'
  | 'retoken'
  | 'ep'
  | 'tool'
  | 'flow'
  | 'auth'
  | 'err'
  | 'limit'
  | 'ver'
  | 'event';

/**
 * One numbered statement of the specification.
 *
 * `excluded` says which part of the statement (or all of it, when `needs` is empty) the project leaves out, and why.
 */
export type Clause = {
  readonly section: ClauseSection;
  readonly statement: string;
  readonly needs: readonly Need[];
  readonly excluded?: string;
};
