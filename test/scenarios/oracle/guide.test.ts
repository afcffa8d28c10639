import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { invariants } from '#scenarios/oracle/index';

it('lists in the guide of explore every invariant of the oracle in its order, and says which are a should', async () => {
  const guide = await readFile(new URL('../../../docs/guides/explore.md', import.meta.url), 'utf8');
  const [, table = ''] = /\| invariant \| meaning \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(guide) ?? [];
  const rows = table
    .trim()
    .split('\n')
    .map(line => /^\| `([a-z-]+)` \| (.+) \|$/.exec(line));
  const listed = rows.map(row => ({
    id: row?.[1],
    level: row?.[2]?.includes('`should`') ? 'should' : 'must',
  }));
  expect(listed).toEqual(invariants.map(({ id, level }) => ({ id, level })));
});
