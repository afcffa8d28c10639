import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { version } from '#contracts';
import { flagOf, variableOf } from '#scenarios/cli/command';
import { commands, loadCommands } from '#scenarios/cli/commands/index';
import { commandHelp, generalHelp } from '#scenarios/cli/help';
import { commandLinePage } from './command-line-page.ts';
import { runCommand } from './run-command.ts';

describe('the help of the command', () => {
  it.each(['endpoints --help', 'help endpoints', 'endpoints -h'])('is what %s prints', line => {
    const { status, stdout, stderr } = runCommand(line.split(' '));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: travel-understudy endpoints \[options\] \[id\]\n/);
  });

  it('names every option of a command, by its variable or else its flag, and every example', async () => {
    for (const { name, ...entry } of await loadCommands()) {
      const text = stripVTControlCharacters(commandHelp(name, entry, 500));
      for (const [key, option] of Object.entries(entry.command.options))
        expect(text).toContain(variableOf(key, option) ?? `--${flagOf(key)}`);
      for (const example of entry.command.examples) expect(text).toContain(example);
    }
  });

  it('names every command with what it does, with --help, help, or without a command', () => {
    const general = runCommand(['--help']);
    expect(general).toMatchObject({ status: 0, stderr: '' });
    const text = general.stdout.replaceAll(/\s+/g, ' ');
    for (const [name, { summary }] of Object.entries(commands)) expect(text).toContain(`${name} ${summary}`);
    expect(runCommand([]).stdout).toBe(general.stdout);
    expect(runCommand(['help']).stdout).toBe(general.stdout);
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

  it.each([60, 80, 120])(
    'of a command wraps at a terminal of %i columns, except for usage and examples',
    async width => {
      for (const { name, ...entry } of await loadCommands()) {
        const [text = ''] = stripVTControlCharacters(commandHelp(name, entry, width)).split('Examples:\n');
        for (const line of text.split('\n').slice(1)) expect(line.length, line).toBeLessThanOrEqual(width);
      }
    },
  );

  it('puts the description of an option below it where the terminal is narrow', async () => {
    const entry = (await loadCommands()).find(({ name }) => name === 'run');
    expect(entry && stripVTControlCharacters(commandHelp('run', entry, 60))).toContain(
      '\n  --jobs <number>\n      number of scenarios that are played at the same time\n      (default: 1, env: UNDERSTUDY_JOBS)\n',
    );
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
