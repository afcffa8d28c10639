import { describe, expect, it } from 'vitest';
import { chooseRunClock, type RunClockValues, requireTracer } from '#scenarios/cli/find-warp';

const nothing: RunClockValues = { clock: undefined, speed: 'auto', warpQuiet: undefined };
const works = async () => ({ path: '/tracer' });
const fails = async () => ({ reason: 'this system does not let a process trace its child' });

describe('chooseRunClock', () => {
  it.each<[string, Partial<RunClockValues>, object]>([
    ['nothing', {}, { mode: 'warp', warp: { tracer: '/tracer' } }],
    ['a quiet time', { warpQuiet: 50 }, { mode: 'warp', warp: { tracer: '/tracer', quiet: 50 } }],
    ['a speed', { speed: 60 }, { mode: 'scaled' }],
    ['another mode', { clock: 'per-poll' }, { mode: 'per-poll' }],
  ])('chooses the mode for %s', async (_, values, chosen) => {
    expect(await chooseRunClock({ ...nothing, ...values }, true, works)).toEqual(chosen);
  });

  it('needs no tracer for the reference client', async () => {
    expect(await chooseRunClock(nothing, false, fails)).toEqual({ mode: 'scaled' });
    expect(await chooseRunClock({ ...nothing, clock: 'warp' }, false, fails)).toEqual({ mode: 'warp' });
  });

  it('uses a scaled clock and says why where warp does not work', async () => {
    expect(await chooseRunClock(nothing, true, fails)).toEqual({
      mode: 'scaled',
      why: 'the clock is scaled, because warp does not work here: this system does not let a process trace its child',
    });
  });

  it.each<[Partial<RunClockValues>, string]>([
    [
      { clock: 'warp' },
      '--clock warp does not work here: this system does not let a process trace its child; use --clock scaled',
    ],
    [
      { clock: 'warp', speed: 3 },
      '--speed is for a scaled clock; with --clock warp, waits take no time at any speed: remove --speed',
    ],
    [{ clock: 'real', warpQuiet: 3 }, '--warp-quiet works only with --clock warp'],
    [{ speed: 3, warpQuiet: 3 }, '--warp-quiet works only with --clock warp'],
  ])('refuses %j', async (values, message) => {
    const chosen = chooseRunClock({ ...nothing, ...values }, true, fails);
    await expect(chosen).rejects.toMatchObject({ lines: [message], exitCode: 64 });
  });
});

it('names the command that needs a tracer', async () => {
  await expect(requireTracer({ name: 'warp' }, fails)).rejects.toThrow(
    'warp does not work here: this system',
  );
});
