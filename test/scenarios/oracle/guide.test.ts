import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { invariants } from '#scenarios/oracle/index';

it.each(invariants)('the guide of explore lists the invariant $id with its level', async ({ id, level }) => {
  const guide = await readFile(new URL('../../../docs/guides/explore.md', import.meta.url), 'utf8');
  const [row] = guide.match(new RegExp(`^\\| \`${id}\` \\|.*$`, 'm')) ?? [];
  expect(row?.includes('`should`')).toBe(level === 'should');
});
