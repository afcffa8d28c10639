import { describe, expect, it } from 'vitest';
import { type ClockMode, ClockRequestError, VirtualClock } from '#mock-server/clock/index';
import { firedRow, stage, start } from './fakes.ts';

const modes: readonly ClockMode[] = ['real', 'manual', 'scaled', 'per-poll', 'auto'];

describe.each(modes)('advance on a clock in mode %s', mode => {
  it('fires all that is due, in order, before it answers with the list', () => {
    const { clock, add } = stage({ mode, scale: 10 });
    const seen: number[] = [];
    for (const after of [300, 100, 200, 401])
      add(start + after, `at ${after}`, () => seen.push(clock.now() - start));
    const { fired, reached } = clock.advance({ by: 400 });
    expect(fired).toEqual([100, 200, 300].map(after => firedRow(start + after, `at ${after}`)));
    expect([reached, seen, clock.now()]).toEqual([true, [100, 200, 300], start + 400]);
  });

  it('moves to an instant, also the present one', () => {
    const { clock } = stage({ mode, scale: 10 });
    expect(clock.advance({ to: start + 50 }).reached).toBe(true);
    expect(clock.advance({ to: start + 50 }).reached).toBe(true);
    expect(clock.now()).toBe(start + 50);
  });

  it('refuses to go back, naming both instants', () => {
    const { clock } = stage({ mode, scale: 10 });
    clock.advance({ by: 1_000 });
    const back = () => clock.advance({ to: start + 999 });
    expect(back).toThrow(ClockRequestError);
    expect(back).toThrow(/2030-06-01T00:00:00\.999Z.*2030-06-01T00:00:01\.000Z/);
    expect(clock.now()).toBe(start + 1_000);
  });

  it('moves to the next event, whatever sleepers are due before it', () => {
    const { clock, add } = stage({ mode, scale: 10 });
    add(start + 70, 'confirmed');
    add(start + 90, 'cancelled');
    void clock.sleep(30);
    const { fired, reached } = clock.advance({ to: 'next-event' });
    expect([fired, reached]).toEqual([[firedRow(start + 70, 'confirmed')], true]);
    expect([clock.now(), clock.waits()]).toEqual([start + 70, []]);
    clock.advance({ to: 'next-event' });
    expect(clock.advance({ to: 'next-event' })).toEqual({ fired: [], reached: false });
    expect(clock.now()).toBe(start + 90);
  });

  it('stops as soon as its condition holds', () => {
    const { clock, add } = stage({ mode, scale: 10 });
    let status = 'on-request';
    add(start + 10, 'pending', () => (status = 'pending'));
    add(start + 20, 'confirmed', () => (status = 'confirmed'));
    add(start + 30, 'cancelled', () => (status = 'cancelled'));
    const { fired, reached } = clock.advance({ until: () => status === 'confirmed' });
    expect(fired.map(({ to }) => to)).toEqual(['pending', 'confirmed']);
    expect([reached, clock.now()]).toEqual([true, start + 20]);
    expect(clock.advance({ until: () => status === 'confirmed' })).toEqual({ fired: [], reached: true });
  });

  it('says that it did not get there when nothing more is due', () => {
    const { clock, add } = stage({ mode, scale: 10 });
    add(start + 10, 'pending');
    const { fired, reached } = clock.advance({ until: () => false });
    expect([fired.length, reached, clock.now()]).toEqual([1, false, start + 10]);
  });
});

describe('what comes due', () => {
  it('happens before a sleeper wakes that is due at the same instant, and after one that is due earlier', async () => {
    const { clock, add, notes, of } = stage();
    add(start + 20, 'confirmed', () => notes.push(`confirmed with ${clock.waits().length} asleep`));
    for (const ms of [10, 20, 30]) of(`sleeper ${ms}`, clock.sleep(ms));
    clock.advance({ by: 30 });
    await Promise.resolve();
    expect(notes[0]).toBe('confirmed with 2 asleep');
  });

  it('can make more come due, which happens in its turn', () => {
    const { clock, add } = stage();
    add(start + 10, 'a', () => {
      add(clock.now(), 'b');
      add(clock.now() + 5, 'c');
      add(clock.now() + 500, 'never');
    });
    add(start + 12, 'between');
    expect(clock.advance({ by: 100 }).fired.map(({ at, to }) => [to, at - start])).toEqual([
      ['a', 10],
      ['b', 10],
      ['between', 12],
      ['c', 15],
    ]);
  });

  it('sees its own instant even when it happens late, while the clock itself stays where it is', () => {
    const { clock, machine, add } = stage({ mode: 'real' });
    let seen = 0;
    add(start + 10, 'confirmed', () => (seen = clock.now()));
    machine.pass(1_000);
    clock.settle();
    expect([seen, clock.now()]).toEqual([start + 10, start + 1_000]);
  });

  it('cannot move the clock while it moves', () => {
    const { clock, add } = stage();
    add(start + 10, 'a', () => clock.advance({ by: 1 }));
    expect(() => clock.advance({ by: 20 })).toThrow('A callback moved the clock during an advance');
    expect(clock.now()).toBe(start + 10);
    expect(clock.advance({ by: 10 }).reached).toBe(true);
  });

  it('may settle the clock while it moves, to no effect', () => {
    const { clock, add } = stage();
    add(start + 10, 'a', () => {
      add(start + 10, 'b');
      clock.settle();
    });
    expect(clock.advance({ by: 10 }).fired.map(({ to }) => to)).toEqual(['a', 'b']);
  });

  it('is an error when it stays due after it happened', () => {
    const events = { nextAt: () => start, fire: () => [] };
    const clock = new VirtualClock({ mode: 'manual', start, events });
    expect(() => clock.settle()).toThrow('An event at 2030-06-01T00:00:00.000Z is still due');
  });
});

describe('an advance that no clock can make', () => {
  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15])('is refused for a span of %d ms', by => {
    expect(() => stage().clock.advance({ by })).toThrow(/^by: .*such as/);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])('is refused for the instant %d', to => {
    expect(() => stage().clock.advance({ to })).toThrow(/^to: .*such as/);
  });
});
