import { describe, expect, it } from 'vitest';
import { version } from '#contracts';
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

  it('agrees with the page in docs, which is made from the same table', async () => {
    await expect(commandLinePage()).toMatchFileSnapshot('../../../docs/guides/command-line.md');
  });
});

describe('the version', () => {
  it.each(['--version', '-v', 'serve --version'])('is what %s prints', line => {
    expect(runCommand(line.split(' '))).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  });
});
