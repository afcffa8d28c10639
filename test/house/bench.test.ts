import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { cases } from '../bench/cases/index.ts';

const bench = (...args: string[]) =>
  spawnSync(process.execPath, ['test/bench/bench.ts', ...args], { encoding: 'utf8' });

describe('npm run bench', () => {
  it('lists every case with its summary', () => {
    const { status, stdout, stderr } = bench('--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const [name, { measures }] of Object.entries(cases))
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +${measures.replaceAll('.', '\\.')}$`, 'm'));
  });

  it.each([
    [['pers'], 'bench: unknown case "pers"; did you mean "peers"?\n'],
    [['nonsense'], 'bench: unknown case "nonsense"; --help lists the cases\n'],
    [['--quik'], /^bench: Unknown option '--quik'.*; --help lists the options\n$/],
  ])('refuses %j in one line', (args, message) => {
    const { status, stderr } = bench(...args);
    expect(status).toBe(64);
    if (typeof message === 'string') expect(stderr).toBe(message);
    else expect(stderr).toMatch(message);
  });
});
