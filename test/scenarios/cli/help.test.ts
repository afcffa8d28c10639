import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { version } from '#contracts';
import { flagOf, variableOf } from '#scenarios/cli/command';
import { loadCommands, summaries } from '#scenarios/cli/commands/index';
import { configure, createProgram } from '#scenarios/cli/parser';
import { runCommand } from './run-command.ts';

describe('the help of the command', () => {
  it.each(['endpoints --help', 'help endpoints', 'endpoints -h'])('is what %s prints', line => {
    const { status, stdout, stderr } = runCommand(line.split(' '));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: travel-understudy endpoints \[options\] \[id\]\n/);
  });

  it('names every option of a command, by its variable or else its flag, and every example', async () => {
    for (const { name, command } of await loadCommands()) {
      const text = runCommand([name, '--help']).stdout;
      for (const [key, option] of Object.entries(command.options))
        expect(text).toContain(variableOf(key, option) ?? `--${flagOf(key)}`);
      for (const example of command.examples) expect(text).toContain(example);
    }
  });

  it('shows the default of an option that has one', () => {
    const text = runCommand(['serve', '--help']).stdout.replaceAll(/\s+/g, ' ');
    expect(text).toContain('a free port (default: 4010, env: UNDERSTUDY_PORT)');
    expect(text.match(/default: (?:undefined|false)/)).toBeNull();
  });

  it('names every command with what it does, with --help, help, or without a command', () => {
    const general = runCommand(['--help']);
    expect(general).toMatchObject({ status: 0, stderr: '' });
    const text = general.stdout.replaceAll(/\s+/g, ' ');
    for (const [name, summary] of Object.entries(summaries)) expect(text).toContain(`${name} ${summary}`);
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

  it.each([72, 80, 120])('wraps at a terminal of %i columns, except for usage lines', async width => {
    const program = createProgram(width);
    for (const { name, command } of await loadCommands()) {
      const parser = program.commands.find(known => known.name() === name);
      if (parser) configure(parser, command);
    }
    for (const parser of [program, ...program.commands]) {
      const lines = stripVTControlCharacters(parser.helpInformation()).split('\n').slice(1);
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(width);
    }
  });
});

it.each(['--version', '-v', 'serve --version'])('the version is what %s prints', line => {
  expect(runCommand(line.split(' '))).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
});
