import { describe, expect, it, vi } from 'vitest';
import { createFakeMachine, firedRow, stage, start } from './fakes.ts';

const real = (options: Parameters<typeof stage>[0] = {}) => stage({ mode: 'real', ...options });

describe('a real clock', () => {
  it("starts at the machine's date and runs with it", () => {
    const { clock, machine } = real({ start: undefined });
    expect(clock.now()).toBe(machine.date);
    machine.pass(1_234.9);
    expect([clock.now() - machine.date, clock.speed]).toEqual([1_234, 1]);
  });

  it('ignores that the date of the machine is put back', () => {
    let date = Date.UTC(2026, 0, 1);
    const { clock, machine } = real({ start: undefined, changed: { now: () => date } });
    date -= 3_600_000;
    machine.pass(10);
    expect(clock.now()).toBe(machine.date + 10);
  });

  it('keeps the fractions of a millisecond between many advances', () => {
    const { clock, machine } = real();
    for (let advances = 0; advances < 1_000; advances += 1) {
      machine.pass(0.75);
      clock.advance({ by: 600_000 });
    }
    expect(clock.now() - start).toBe(1_000 * 600_000 + 750);
  });

  it('loses no time that passes during an advance', () => {
    let passed = 0;
    const monotonic = () => {
      passed += 0.01;
      return passed;
    };
    const { clock } = real({ changed: { monotonic } });
    for (let advances = 0; advances < 1_000; advances += 1) clock.advance({ by: 1_000 });
    expect(clock.now() - start).toBe(1_000_000 + Math.floor(passed - 0.01));
  });

  it.each<[string, number, number]>([
    ['when its time has passed, not before', 1_000, 1],
    ['not before its time where a timer rings too early', 1_000, 0.5],
    ['also after longer than the longest timer of the machine', 2 ** 32, 1],
  ])('wakes a sleeper %s', async (_, ms, share) => {
    const machine = createFakeMachine();
    const timer = (wait: number, fn: () => void) => machine.clock.timer(wait * share, fn);
    const { clock, pass, notes, of } = real({ machine, changed: { timer } });
    of('sleeper', clock.sleep(ms));
    await pass(ms - 1);
    expect(notes).toEqual([]);
    await pass(1);
    expect(notes).toEqual(['sleeper woke']);
  });

  it('needs one timer of the machine for 10,000 sleepers, and none when all gave up', async () => {
    const { clock, machine, pass, notes, of } = real();
    const abort = new AbortController();
    for (let i = 0; i < 10_000; i++) of('sleeper', clock.sleep(20_000 - i, abort.signal));
    expect(machine.timers.size).toBe(1);
    abort.abort('enough');
    await pass(0);
    expect([machine.timers.size, clock.waits().length, new Set(notes).size]).toEqual([0, 0, 1]);
  });

  it('runs the events that came due since the last request, and only once', () => {
    const { clock, machine, add } = real();
    add(start + 20, 'confirmed');
    machine.pass(19);
    expect(clock.settle()).toEqual([]);
    machine.pass(100);
    expect(clock.settle()).toEqual([firedRow(start + 20, 'confirmed')]);
    expect(clock.settle()).toEqual([]);
    expect(clock.now()).toBe(start + 119);
  });

  it('keeps its timer when a later caller sleeps longer', () => {
    const timer = vi.fn(createFakeMachine().clock.timer);
    const { clock } = real({ changed: { timer } });
    for (let i = 0; i < 100; i++) void clock.sleep(10 + i);
    expect(timer).toHaveBeenCalledOnce();
  });

  it('wakes a sleeper earlier when it was advanced, and stays ahead by as much', async () => {
    const { clock, pass, notes, of } = real();
    of('short', clock.sleep(1_000));
    of('long', clock.sleep(10_000));
    clock.advance({ by: 4_000 });
    await pass(0);
    expect([notes, clock.now()]).toEqual([['short woke'], start + 4_000]);
    await pass(6_000);
    expect([notes, clock.now()]).toEqual([['short woke', 'long woke'], start + 10_000]);
  });
});

const modes = ['real', 'auto'] as const;
it.each(modes)('a clock in mode %s rejects waiting callers when an event that came due fails', async mode => {
  const { clock, machine, add, pass, notes, of } = stage({ mode });
  add(start + 5, 'confirmed', () => {
    throw new Error('no such booking');
  });
  of('sleeper', clock.sleep(10));
  await pass(10);
  await machine.turnUntilQuiet();
  expect(notes).toEqual(['sleeper failed: no such booking']);
});
