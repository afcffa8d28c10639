import { describe, expect, it } from 'vitest';
import type { Clause } from '#contracts';
import { clauses, isClauseId } from '#scenarios/judge';

const entries: [string, Clause][] = Object.entries(clauses);

describe('the clauses', () => {
  it('keep each section in one piece', () => {
    const runs = entries
      .map(([id]) => id.split('.')[0])
      .filter((section, index, all) => section !== all[index - 1]);
    expect(runs).toEqual([...new Set(runs)]);
  });

  it('are each shown by something or excluded for a reason', () => {
    const unaccounted = entries.filter(([, clause]) => clause.needs.length === 0 && !clause.excluded?.trim());
    expect(unaccounted).toEqual([]);
  });

  it('name no need twice', () => {
    const doubled = entries.filter(([, clause]) => new Set(clause.needs).size !== clause.needs.length);
    expect(doubled).toEqual([]);
  });

  it('say each something else', () => {
    const statements = entries.map(([, clause]) => clause.statement.toLowerCase());
    const repeated = statements.filter((statement, index) => statements.indexOf(statement) !== index);
    expect(repeated).toEqual([]);
  });

  it('are each one line that ends like a sentence', () => {
    const ragged = entries.filter(([, clause]) => !/^\S.*\S\.$/.test(clause.statement));
    expect(ragged).toEqual([]);
  });
});

describe('isClauseId', () => {
  it('knows every clause', () => {
    expect(entries.map(([id]) => id).filter(id => !isClauseId(id))).toEqual([]);
  });

  it.each(['', 'flow', 'flow.99', 'FLOW.1', 'toString', '__proto__'])(
    'does not take %j for a clause',
    text => {
      expect(isClauseId(text)).toBe(false);
    },
  );
});
