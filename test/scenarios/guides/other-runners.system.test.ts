import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocksOf } from '../../docs/blocks.ts';
import { createFolder } from '../../folder.ts';
import { runProcess } from '../cli/run-command.ts';

const succeeds = (...args: string[]) => spawnSync('python3', args).status === 0;
const hasPython = succeeds('--version');
const hasPytest = succeeds('-m', 'pytest', '--version');
if (!hasPython)
  console.warn(
    'SKIPPED: test/scenarios/guides/other-runners.system.test.ts needs python3, which is not installed',
  );

const { path: folder } = createFolder();

// In CI a missing python3 is an error, so that the tests are not skipped.
it.runIf(hasPython || process.env.CI !== undefined)(
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
    const { status, stdout } = runProcess(
      ['exec', '--', 'python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', file],
      env,
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('3 passed') });
  },
);
