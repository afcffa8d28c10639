import { describe, expect, it } from 'vitest';
import type { Clause } from '#contracts';
import { clauses, findRule, rules } from '#scenarios/judge';

describe('the rule table', () => {
  it('gives every rule an id of its own', () => {
    const ids = rules.map(rule => rule.id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('names for every clause that asks for the judge at least one rule', () => {
    const named = new Set<string>(rules.flatMap(rule => rule.clauses));
    const entries: [string, Clause][] = Object.entries(clauses);
    const unjudged = entries.filter(([id, clause]) => clause.needs.includes('judge') && !named.has(id));
    expect(unjudged.map(([id]) => id)).toEqual([]);
  });

  it('names in every rule but four a clause that asks for the judge', () => {
    const asked = new Set(
      Object.entries<Clause>(clauses).flatMap(([id, { needs }]) => (needs.includes('judge') ? [id] : [])),
    );
    expect(
      rules.flatMap(({ id, clauses: named }) => (named.some(one => asked.has(one)) ? [] : [id])),
    ).toEqual([
      'rejected-not-cancelled',
      'client-errors-not-retried',
      'request-matches-contract',
      'penalty-shown',
    ]);
  });

  it('titles each rule with a sentence of its own about a correct client', () => {
    const titles = rules.map(rule => rule.title);
    expect(titles.filter(title => !/^A correct client [a-z]+s [^\n]+\.$/.test(title))).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

it.each(['', 'token', 'Token-Fresh', 'constructor'])('findRule finds nothing under %j', id => {
  expect(findRule(id)).toBeUndefined();
});
