import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const script = runCommand(['completion', 'bash']).stdout;

/** Returns the words that bash offers while the last word of a line is being typed. */
function offered(line: string): string[] {
  const words = line.split(' ');
  const quoted = words.map(word => `'${word}'`).join(' ');
  const ask = `${script}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _understudy; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', ask], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

it.each([
  ['understudy ver', ['verify-pact', 'verify']],
  ['understudy help judg', ['judge']],
  ['understudy serve --p', ['--port', '--public-url', '--password', '--profile']],
  ['understudy serve --log ', ['pretty', 'json', 'quiet']],
  ['understudy serve --port 4', []],
  ['understudy run --product c', ['car']],
  ['understudy run --clock real --st', ['--start', '--strict']],
  ['understudy endpoints hotel.s', ['hotel.search']],
  ['understudy scenarios ch', ['check']],
  ['understudy run --scenario answer-lost-b', ['answer-lost-booked']],
  ['understudy run --rule no-b', ['no-blind-rebooking']],
  ['understudy scenarios show hotel-confirmed', ['hotel-confirmed']],
  ['understudy explain flow.3', ['flow.3']],
  ['understudy explain --s', ['--scenarios']],
  ['understudy verify --pass', []],
  ['understudy exec -- npm --r', []],
  ['understudy demo --', ['--help', '--no-color', '--version']],
])('completion in bash offers for "%s" %j', (line, words) => {
  expect(offered(line)).toEqual(words);
});

describe('completion', () => {
  it.each(['zsh', 'fish', 'powershell'])('has for %s every command, and quotes that match', shell => {
    const { status, stdout } = runCommand(['completion', shell]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/serve.*public-url/s);
    expect(stdout).toMatch(/run.*strict/s);
    for (const line of stdout.split('\n')) expect(line.replaceAll(/[^']/g, '').length % 2, line).toBe(0);
  });

  it('has in zsh no arithmetic that only bash knows', () => {
    expect(runCommand(['completion', 'zsh']).stdout).toContain('{COMP_WORDS[@]:1:$((COMP_CWORD-1))}');
  });

  it('offers in fish the ids of scenarios only for commands that take them', () => {
    const ofShow = runCommand(['completion', 'fish'])
      .stdout.split('\n')
      .filter(line => / show' /.test(line));
    expect(ofShow).toHaveLength(2); // one for each name of the program
    for (const line of ofShow) expect(line).toContain("-n '__fish_seen_subcommand_from scenarios; and ");
  });

  it('is refused for a shell that it does not know', () => {
    const { status, stderr } = runCommand(['completion', 'bsh']);
    expect([status, stderr]).toEqual([64, expect.stringContaining('Did you mean one of bash, zsh?')]);
    expect(runCommand(['completion']).status).toBe(64);
  });
});
