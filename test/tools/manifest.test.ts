import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { createFolder } from '../folder.ts';

const program = resolve('.ci/manifest.ts');
const folder = createFolder();

it('a pack restores package.json as it was, also after an earlier pack that failed', () => {
  const write = (version: string) =>
    folder.write('package.json', JSON.stringify({ version, scripts: { start: 'node .' } }));
  const read = () => JSON.parse(readFileSync(join(folder.path, 'package.json'), 'utf8'));
  const run = (step: string) => spawnSync(process.execPath, [program, step], { cwd: folder.path });
  write('1.0.0');
  run('shorten');
  expect(read()).toEqual({ version: '1.0.0' });
  run('shorten');
  run('restore');
  expect(read()).toMatchObject({ version: '1.0.0', scripts: {} });
  run('shorten'); // the pack fails, and a checkout brings package.json back
  write('2.0.0');
  run('shorten');
  run('restore');
  expect(read()).toMatchObject({ version: '2.0.0', scripts: {} });
});
