import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Clause } from '#contracts';
import { clauses } from '#scenarios/judge';
import { missingFrom } from './missing-ids.ts';
import { titlesOf } from './test-titles.ts';
import committed from './uncovered-clauses.json' with { type: 'json' };

const list = 'test/contracts/uncovered-clauses.json';
const listed: readonly string[] = committed;
const entries: [string, Clause][] = Object.entries(clauses);
const wanted = entries.filter(([, clause]) => clause.needs.includes('mock')).map(([id]) => id);

describe('the list of clauses without a behaviour test', () => {
  const uncovered = missingFrom(allTitles(), wanted);

  it('holds every clause that no test title names', () => {
    const missing = uncovered.filter(id => !listed.includes(id));
    expect(
      missing,
      advice('No test title names these clauses; write a test for each, or add to', missing),
    ).toEqual([]);
  });

  it('holds no clause that a test title names, so that it only shrinks', () => {
    const stale = listed.filter(id => wanted.includes(id) && !uncovered.includes(id));
    expect(stale, advice('Test titles name these clauses by now; remove from', stale)).toEqual([]);
  });

  it('holds each line once, and only clauses that ask for a behaviour test', () => {
    const odd = listed.filter((id, index) => !wanted.includes(id) || listed.indexOf(id) !== index);
    expect(odd, advice('Repeated, or no clause that needs the mock; remove from', odd)).toEqual([]);
  });
});

describe('the search for clause ids in titles', () => {
  it.each([
    ['at the start', 'ep.x refuses'],
    ['in brackets', 'refuses (ep.x)'],
    ['before a comma', 'ep.x, ep.y: refuses'],
    ['at the end of a sentence', 'refuses as in ep.x.'],
  ])('finds an id %s', (_where, title) => {
    expect(missingFrom([title], ['ep.x'])).toEqual([]);
  });

  it.each(['ep.x1', 'ep.x-y', 'ep.x.z', 'step.x', 'a-ep.x', 'a.ep.x', 'epyx'])('finds no id in %j', title => {
    expect(missingFrom([title], ['ep.x'])).toEqual(['ep.x']);
  });
});

function allTitles(): string[] {
  const root = join(import.meta.dirname, '..');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts') && !path.includes('node_modules'))
    .flatMap(path => titlesOf(path, readFileSync(join(root, path), 'utf8')));
}

function advice(what: string, ids: readonly string[]): string {
  return `${what} ${list}:\n${ids.map(id => `  "${id}",`).join('\n')}\n`;
}
