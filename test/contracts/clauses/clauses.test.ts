import { expect, it } from 'vitest';
import type { Clause } from '#contracts';
import { clauses, isClauseId } from '#scenarios/judge';

it('the record of clauses says what checks each clause, or why nothing checks it', () => {
  const entries: [string, Clause][] = Object.entries(clauses);
  const unaccounted = entries.filter(([, { needs, excluded }]) => needs.length === 0 && !excluded?.trim());
  expect(unaccounted).toEqual([]);
});

it.each(['', 'flow', 'flow.99', 'FLOW.1', 'toString', '__proto__'])(
  'isClauseId does not take %j for a clause',
  text => {
    expect(isClauseId(text)).toBe(false);
  },
);
