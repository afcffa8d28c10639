import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Clause } from '#contracts';
import { clauses } from '#scenarios/judge';
import { missingFrom } from '../contracts/missing-ids.ts';

const here = import.meta.dirname;

/** The names of the client's tests, in titles and in the rows of tables. */
function textsOfTests(): string[] {
  return readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.test.ts'))
    .flatMap(path => readFileSync(join(here, path), 'utf8').match(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g) ?? []);
}

it('names every clause about clients in a test of the client', () => {
  const entries: [string, Clause][] = Object.entries(clauses);
  const wanted = entries.filter(([, { needs }]) => needs.includes('client')).map(([id]) => id);
  expect(wanted.length).toBeGreaterThan(60);
  expect(missingFrom(textsOfTests(), wanted)).toEqual([]);
});
