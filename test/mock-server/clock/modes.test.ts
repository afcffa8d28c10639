import { describe, expect, it } from 'vitest';
import { ClockRequestError } from '#mock-server/clock/index';
import { firedRow, stage, start } from './fakes.ts';

const minute = 60_000;

describe('a manual clock', () => {
  it('stands still while the machine runs, and moves by advance', () => {
    const { clock, machine } = stage();
    machine.pass(minute);
    expect([clock.now(), clock.speed]).toEqual([start, 0]);
    expect(clock.advance({ by: 30 * minute })).toEqual({ fired: [], reached: true });
    expect(clock.now()).toBe(start + 30 * minute);
  });

  it('keeps a delay or a hang waiting for advance', async () => {
    const { clock, machine, notes, of, pass } = stage();
    of('delay', clock.sleep(5_000, undefined, 'delay'));
    of('hang', clock.sleep(Number.POSITIVE_INFINITY, undefined, 'hang'));
    machine.pass(minute);
    await machine.turnUntilQuiet();
    expect(notes).toEqual([]);
    const delay = { at: start + 5_000, who: 'delay' };
    expect(clock.waits()).toEqual([delay, { at: null, who: 'hang' }]);
    clock.advance({ by: 5_000 });
    await pass(0);
    expect(notes).toEqual(['delay woke']);
  });

  it('wakes sleepers by time and, where they are due together, in the order of their calls', async () => {
    const { clock, notes, of, pass } = stage();
    for (const [name, ms] of Object.entries({ c: 30, a: 10, b1: 20, b2: 20, b3: 20 }))
      of(name, clock.sleep(ms));
    clock.advance({ by: 25 });
    await pass(0);
    expect(notes).toEqual(['a woke', 'b1 woke', 'b2 woke', 'b3 woke']);
  });

  it('releases an aborted sleeper with the reason of the signal, and wakes the others', async () => {
    const { clock, notes, of, pass } = stage();
    const abort = new AbortController();
    of('first', clock.sleep(10));
    of('aborted', clock.sleep(10, abort.signal));
    abort.abort(new Error('gave up'));
    of('late', clock.sleep(10, abort.signal));
    clock.advance({ by: 10 });
    await pass(0);
    expect([...notes].sort()).toEqual(['aborted failed: gave up', 'first woke', 'late failed: gave up']);
  });
});

describe('a scaled clock', () => {
  it('runs as many times as fast as its scale says', async () => {
    const { clock, notes, of, pass } = stage({ mode: 'scaled', scale: 60 });
    of('sleeper', clock.sleep(minute));
    await pass(999);
    expect([notes, clock.now(), clock.speed]).toEqual([[], start + 59_940, 60]);
    await pass(1);
    expect([notes, clock.now()]).toEqual([['sleeper woke'], start + minute]);
  });

  it('stands still until its first request where it starts with that', async () => {
    const { clock, notes, of, pass } = stage({ mode: 'scaled', scale: 10, startOnFirstRequest: true });
    of('sleeper', clock.sleep(1_000));
    await pass(5_000);
    expect(clock.now()).toBe(start);
    clock.firstRequest();
    await pass(100);
    clock.firstRequest();
    expect([clock.now(), notes]).toEqual([start + 1_000, ['sleeper woke']]);
  });

  it.each([undefined, 0, -2, Number.NaN, 2_000_000])('refuses the scale %s', scale => {
    expect(() => stage({ mode: 'scaled', scale })).toThrow(ClockRequestError);
    expect(() => stage({ mode: 'scaled', scale })).toThrow(/^scale: .*such as 60/);
  });
});

it('a per-poll clock runs with the machine and jumps to when a poll was due, never back', () => {
  const { clock, machine, add } = stage({ mode: 'per-poll' });
  add(start + 20 * minute, 'confirmed');
  machine.pass(500);
  expect([clock.now(), clock.speed]).toEqual([start + 500, 1]);
  expect(clock.jumpTo(start + 30 * minute)).toEqual([firedRow(start + 20 * minute, 'confirmed')]);
  machine.pass(500);
  expect(clock.jumpTo(start + 5 * minute)).toEqual([]);
  expect(clock.now()).toBe(start + 30 * minute + 500);
});

describe('the mode of a clock', () => {
  it('can be changed, and time goes on from the present instant', () => {
    const { clock, machine } = stage({ mode: 'real' });
    const seen = (['manual', 'scaled', 'per-poll', 'auto', 'real'] as const).map(mode => {
      machine.pass(100);
      clock.setMode({ mode, scale: 10 });
      return [clock.mode, clock.scale, clock.now() - start].join(' ');
    });
    expect(seen).toEqual(['manual 1 100', 'scaled 10 100', 'per-poll 1 1100', 'auto 1 1200', 'real 1 1200']);
  });

  it('changes how soon a sleeper wakes, not when', async () => {
    const { clock, notes, of, pass } = stage({ mode: 'real' });
    of('sleeper', clock.sleep(10_000));
    await pass(1_000);
    clock.setMode({ mode: 'scaled', scale: 90 });
    await pass(99);
    expect(notes).toEqual([]);
    await pass(1);
    expect([notes, clock.now()]).toEqual([['sleeper woke'], start + 10_000]);
  });

  it('stays as it was when a scaled mode is requested without a scale', () => {
    const { clock } = stage();
    expect(() => clock.setMode({ mode: 'scaled' })).toThrow('scale: nothing is not a valid scale');
    expect(clock.mode).toBe('manual');
  });
});
