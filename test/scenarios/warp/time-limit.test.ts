import { describe, expect, it } from 'vitest';
import type { ScenarioReport } from '#scenarios/report/schema';
import { runCommand } from '../cli/run-command.ts';

/** Plays a scenario with a client in shell, which starts fast on any machine, and which gets some seconds. */
function play(client: string, seconds = '2'): ScenarioReport & { exitCode: number } {
  const options = `run --scenario hotel-confirmed --clock warp --timeout ${seconds} --report json`;
  const { stdout } = runCommand([...options.split(' '), '--', 'sh', '-c', client]);
  const { scenarios, exitCode } = JSON.parse(stdout);
  return { ...scenarios[0], exitCode };
}

describe('a client under warp whose real time is over', () => {
  it('is not judged if it still makes progress, and the report says so', () => {
    const { state, reason, verdicts, exitCode } = play('while :; do sleep 60; done');
    expect({ state, verdicts, exitCode }).toEqual({ state: 'unproven', verdicts: [], exitCode: 2 });
    expect(reason).toBe(
      'not judged: after 2 s of real time, the client still made progress; give it more time with --timeout',
    );
  });

  it('is judged if it hangs', () => {
    const { state, trouble, exitCode } = play('while :; do :; done');
    expect({ state, exitCode }).toEqual({ state: 'broken', exitCode: 1 });
    expect(trouble).toBe('The client did not end within 2 s, so the runner ended it.');
  });

  it.each([
    ['waits', 'exec sleep infinity', /The reason: every thread waits without a time limit\.$/],
    ['stops itself', 'kill -STOP $$', /The reason: process \d+ is stopped by SIGSTOP\.$/],
  ])('is ended with the reason if it %s', (_, client, reason) => {
    expect(play(client, '6').trouble).toMatch(reason);
  });
});
