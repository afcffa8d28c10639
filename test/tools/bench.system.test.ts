import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('npm run bench loads every measurement, and names the one that a misspelt argument means', () => {
  const args = ['tools/bench/bench.ts', 'flo'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 64,
    stderr: 'bench: unknown case "flo"; did you mean "flow"?\n',
  });
});
