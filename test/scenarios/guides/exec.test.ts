import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../cli/run-command.ts';
import { blocksOf } from './blocks.ts';
import { paste } from './paste.ts';

const hasTools = ['bash', 'curl', 'python3'].every(tool => spawnSync(tool, ['--version']).status === 0);
if (!hasTools) console.warn('SKIPPED: test/scenarios/guides/exec.test.ts needs bash, curl and python3');
// In CI a missing program is an error, so that the tests are not skipped.
const canRun = hasTools || process.env.CI !== undefined;

/** Returns a table without values that change from day to day: ids, prices, column widths and the number of rules. */
const shapeOf = (table: string): string =>
  table
    .replace(/^ {2}Rules: .*$/m, rules => rules.replaceAll(/\d+/g, 'X'))
    .replaceAll(/\d{5,}|\d+\.\d\d(?= BRL)|trip-[\w-]+/g, 'X')
    .replaceAll(/ {2,}/g, '  ')
    .trim();

describe.runIf(canRun)('the guide of exec', () => {
  const [first = '', second = ''] = blocksOf('exec', 'sh');

  it('shows what its first command says', async () => {
    const { status, stdout, stderr } = await paste(first);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Booking \d+: CONFIRMED/m),
    });
    expect(shapeOf(stderr)).toBe(shapeOf(blocksOf('exec', 'text')[0] ?? ''));
  });

  it('gives a command other names for what it finds', async () => {
    const { status, stdout } = await paste(second);
    expect({ status, answer: JSON.parse(stdout) }).toMatchObject({ status: 0, answer: { iataCode: 'SSA' } });
  });
});

it('the guide of exec lists every variable that a command finds', () => {
  const script =
    "console.log(Object.keys(process.env).filter(name => name.startsWith('UNDERSTUDY_')).sort().join())";
  const { stdout } = runCommand(['exec', '--', process.execPath, '--eval', script]);
  const [table = ''] =
    readFileSync('docs/guides/exec.md', 'utf8').split('## Exit codes')[0]?.split('| value |').slice(1) ?? [];
  const rows = table.split('\n').filter(line => line.startsWith('| `'));
  const listed = rows.flatMap(row =>
    [...(row.split(' | ')[0]?.matchAll(/`(\w+)`/g) ?? [])].map(([, name]) => name),
  );
  expect(listed.sort().join()).toBe(stdout.trim());
});
