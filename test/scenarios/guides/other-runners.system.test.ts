import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocksOf } from '../../docs/blocks.ts';
import { createFolder } from '../../folder.ts';
import { canRun } from '../../programs/installed.ts';
import { runProcess } from '../cli/run-command.ts';

const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0;

const { path: folder } = createFolder();

it.runIf(canRun('other-runners.system.test.ts', 'python3'))(
  'the example for pytest passes unchanged and keeps every rule, with plain Python and with pytest where it is installed',
  () => {
    const [code = ''] = blocksOf('other-runners', 'python');
    const file = join(folder, 'test_booking.py');
    writeFileSync(file, code);
    const names = [...code.matchAll(/^def (test_\w+)/gm)].map(([, name]) => name);
    expect(names).toHaveLength(3);
    const env = { PYTHONDONTWRITEBYTECODE: '1' };
    const plain = ['python3', 'test/scenarios/guides/without_pytest.py', folder];
    const byHand = runProcess(['exec', '--', ...plain], env);
    expect(byHand.stdout).toBe(names.map(name => `${name} passed\n`).join(''));
    expect(byHand.status).toBe(0);
    expect(byHand.stderr).toMatch(/ hotel\.search +4 +200 ×3, 429\n/);
    if (!hasPytest) return;
    const pytest = ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', file];
    const ended = runProcess(['exec', '--', ...pytest], env);
    expect(ended).toMatchObject({ status: 0, stdout: expect.stringContaining('3 passed') });
  },
);
