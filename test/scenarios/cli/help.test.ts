import { describe, expect, it } from 'vitest';
import { version } from '#contracts';
import { generalHelp } from '#scenarios/cli/help';
import { commandLinePage } from './command-line-page.ts';
import { runCommand } from './run-command.ts';

describe('the help of the command', () => {
  it.each([
    '--help',
    'help',
    'serve --help',
    'exec --help',
    'demo --help',
    'help openapi',
    'endpoints -h',
    'scenarios --help',
  ])('is what %s prints', line => {
    const { status, stdout, stderr } = runCommand(line.split(' '));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatchSnapshot();
  });

  it('comes when no command is given', () => {
    expect(runCommand([])).toMatchObject({ status: 0, stdout: runCommand(['--help']).stdout });
  });

  it('is plain text where it is not read on a terminal', () => {
    expect(runCommand(['--help']).stdout).not.toContain('\u001b');
  });

  it('has no color with --no-color, even where FORCE_COLOR asks for it', () => {
    const env = { FORCE_COLOR: '1', NO_COLOR: '' };
    expect(runCommand(['--help'], env).stdout).toContain('\u001b');
    expect(runCommand(['--help', '--no-color'], env).stdout).not.toContain('\u001b');
    expect(runCommand(['openapi', '--help', '--no-color'], env).stdout).not.toContain('\u001b');
  });

  it.each([60, 80, 120])('wraps at a terminal of %i columns', width => {
    const lines = generalHelp(width).split('\n');
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(width);
    expect(lines.some(line => line.length > width - 20)).toBe(true);
  });

  it('agrees with the page in docs, which is made from the same definitions', async () => {
    await expect(await commandLinePage()).toMatchFileSnapshot('../../../docs/guides/command-line.md');
  });
});

describe('the version', () => {
  it.each(['--version', '-v', 'serve --version'])('is what %s prints', line => {
    expect(runCommand(line.split(' '))).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  });
});
