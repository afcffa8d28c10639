import { describe, expect, it } from 'vitest';
import { drawScenario } from '#scenarios/catalogue/draw/index';
import { scenarioOf } from '../catalogue/scenario-of.ts';
import { runCommand } from './run-command.ts';

const one = ['run', '--scenario', 'hotel-confirmed'];

describe('understudy run with drawn tasks', () => {
  it('shows the seed, each draw, and a command that repeats one draw', () => {
    const { status, stdout, stderr } = runCommand([...one, '--vary', '2']);
    const [, seed = ''] = /^Drawn tasks: seed ([\da-f]{8}), 2 draws of each scenario\n/.exec(stdout) ?? [];
    expect(seed).not.toBe('');
    expect(stderr).toContain('[1/2] hotel-confirmed, draw 1: held');
    expect(stderr).toContain('[2/2] hotel-confirmed, draw 2: held');
    expect(stdout).toMatch(/^2 plays of 1 scenario: 2 held$/m);
    expect(status).toBe(0);
    const again = runCommand([...one, '--seed', seed, '--draw', '2']);
    expect(again.stdout).toContain(`Drawn tasks: seed ${seed}, draw 2\n`);
    expect(again.stderr).toMatch(/^\[1\/1\] hotel-confirmed, draw 2: held/m);
  });
});

describe('understudy scenarios show', () => {
  it('prints the task of a draw', async () => {
    const show = (...options: string[]) =>
      JSON.parse(runCommand(['scenarios', 'show', 'hotel-confirmed', '--json', ...options]).stdout);
    const drawn = show('--seed', 'abc', '--draw', '2');
    const scenario = scenarioOf('hotel-confirmed');
    expect(drawn).toEqual(await drawScenario(scenario, { seed: 'abc', number: 2 }));
    expect(show()).toEqual(scenario);
  });
});
