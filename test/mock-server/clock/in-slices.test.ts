import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ClockMode, createVirtualClock, hostMachine } from '#mock-server/clock/index';
import { createFakeMachine, createNotes, createRows } from './fakes.ts';

const start = Date.UTC(2030, 5, 1);
const count = 300;
afterEach(() => vi.restoreAllMocks());

/** Creates a clock with 300 events, one in each millisecond. Each event after the first 200 takes longer than a slice. */
function stage(mode: ClockMode = 'manual', betweenSlices?: () => Promise<void>) {
  let passed = 0;
  vi.spyOn(hostMachine, 'monotonic').mockImplementation(() => ++passed * 10);
  const machine = createFakeMachine();
  const rows = createRows();
  const { events } = rows;
  const clock = createVirtualClock({ mode, start, machine: machine.clock, events, betweenSlices });
  for (let ms = 1; ms <= count; ms += 1) rows.add(start + ms, `event ${ms}`);
  return { machine, rows, clock, ...createNotes() };
}

describe('a long step of a clock', () => {
  it('returns the same as a step at once, and its callbacks run in the same order', async () => {
    const expected = stage();
    const sliced = stage();
    for (const { clock, notes, rows } of [expected, sliced])
      for (const ms of [10, 250, 260]) {
        clock.wakeAfter(ms, { wake: () => notes.push(`woke at ${clock.now() - start}`), fail: () => {} });
        rows.add(start + ms, 'another', () => notes.push(`happened at ${clock.now() - start}`));
      }
    const all = { by: 400 };
    const result = sliced.clock.advanceInSlices([all]);
    expect(result).toBeInstanceOf(Promise);
    expect(await result).toEqual(expected.clock.advance(all));
    expect(sliced.notes).toEqual(expected.notes);
    expect(sliced.notes).toHaveLength(6);
    expect([sliced.clock.now(), sliced.clock.stepEnded()]).toEqual([start + 400, undefined]);
  });

  it('ends at once if it has few events', () => {
    const { clock } = stage();
    expect(clock.advanceInSlices([{ by: 100 }, { by: 100 }])).toMatchObject({ reached: true });
    expect(clock.settleInSlices()).toBeUndefined();
    expect(clock.now()).toBe(start + 200);
  });

  it('waits also between events of one instant, and a sleeper of this instant wakes after all of them', async () => {
    const { clock, rows, notes } = stage();
    for (let n = 0; n < count; n += 1)
      rows.add(start + 500, 'same', () => notes.push(`happened at ${clock.now() - start}`));
    clock.wakeAfter(500, { wake: () => notes.push(`woke at ${clock.now() - start}`), fail: () => {} });
    clock.advance({ to: start + count });
    const step = clock.advanceInSlices([{ to: start + 600 }]);
    expect([notes.length, clock.now()]).toEqual([201, start + 500]);
    await step;
    expect(new Set(notes.slice(0, count))).toEqual(new Set(['happened at 500']));
    expect(notes.slice(count)).toEqual(['woke at 500']);
  });

  it('shows the last event between two slices, and keeps the sandbox in memory', async () => {
    const { clock } = stage();
    const step = clock.advanceInSlices([{ to: start + 400 }]);
    expect([clock.now(), clock.dump().now, clock.isBusy()]).toEqual([start + 201, start + 201, true]);
    await step;
    expect([clock.now(), clock.isBusy()]).toEqual([start + 400, false]);
  });

  it('shows the present between two slices, although its events happen late and see their own instants', async () => {
    const { clock, machine, rows } = stage('real');
    const seen = new Set<number>();
    for (let n = 0; n < count; n += 1) rows.add(start + 300, 'same', () => seen.add(clock.now()));
    machine.pass(1_000);
    const settling = clock.settleInSlices();
    expect([clock.now(), clock.anchor().from]).toEqual([start + 1_000, start]);
    await settling;
    expect([clock.now(), clock.settle(), [...seen]]).toEqual([start + 1_000, [], [start + 300]]);
  });

  it.each<ClockMode>(['manual', 'real'])(
    'is moved on at once by a caller that reads a %s clock at once',
    async mode => {
      const { clock } = stage(mode);
      const step = clock.advanceInSlices([{ by: 400 }]);
      expect(clock.advance({ by: 10 }).fired).toEqual([]);
      expect(clock.now()).toBe(start + 410);
      expect(await step).toMatchObject({ reached: true, fired: { length: count } });
    },
  );

  it('lets code after `sleep` continue only at its end', async () => {
    const { clock, notes } = stage();
    void clock.sleep(205).then(() => notes.push(`woke at ${clock.now() - start}`));
    await clock.advanceInSlices([{ by: 400 }]);
    await Promise.resolve();
    expect(notes).toEqual(['woke at 400']);
  });

  it('keeps an auto clock from jumping', async () => {
    const { clock, machine } = stage('auto');
    void clock.sleep(5_000);
    const step = clock.advanceInSlices([{ to: start + 400 }]);
    await machine.turnUntilQuiet();
    expect(clock.now()).toBeLessThan(start + 400);
    expect(await step).toMatchObject({ fired: { length: count } });
    await machine.turnUntilQuiet();
    expect(clock.now()).toBe(start + 5_000);
  });

  it('includes the waits of a running clock that end in the meantime', async () => {
    const { clock, machine, notes } = stage('real');
    const step = clock.advanceInSlices([{ by: 1_000 }]);
    clock.wakeAfter(5, { wake: () => notes.push(`woke at ${clock.now() - start}`), fail: () => {} });
    machine.pass(20);
    expect(notes).toEqual([]);
    expect(await step).toMatchObject({ fired: { length: count } });
    expect(notes).toEqual(['woke at 206']);
    expect(clock.now()).toBe(start + 1_020);
  });

  it('waits for the durable store between two slices', async () => {
    const written: PromiseWithResolvers<void> = Promise.withResolvers();
    const betweenSlices = vi.fn(() => written.promise);
    const { clock } = stage('manual', betweenSlices);
    const step = clock.advanceInSlices([{ by: 400 }]);
    await new Promise(resolve => hostMachine.afterMacrotask(() => resolve(undefined)));
    expect([clock.now(), betweenSlices.mock.calls.length]).toEqual([start + 201, 1]);
    written.resolve();
    await step;
    expect(clock.now()).toBe(start + 400);
  });

  it('ends where it is when it is interrupted, also by one of its events', async () => {
    for (const isInEvent of [false, true]) {
      const { clock, rows } = stage();
      const interrupt = () => clock.interrupt(() => new Error('the sandbox was closed'));
      if (isInEvent) rows.add(start + 250, 'the last', interrupt);
      const step = clock.advanceInSlices([{ by: 400 }]);
      if (!isInEvent) interrupt();
      await expect(step).rejects.toThrow('the sandbox was closed');
      expect([clock.now(), clock.stepEnded()]).toEqual([start + (isInEvent ? 250 : 201), undefined]);
      expect(clock.advance({ by: 400 }).fired).toHaveLength(isInEvent ? 50 : 99);
    }
  });

  it('rejects with the error of an event, and the clock stays at this event', async () => {
    const { clock, rows } = stage();
    rows.add(start + 250, 'wrong', () => {
      throw new Error('a service cannot go from cancelled to confirmed');
    });
    await expect(clock.advanceInSlices([{ by: 400 }])).rejects.toThrow('from cancelled');
    expect(clock.now()).toBe(start + 250);
  });

  it('that no caller requested reports the error of an event at the next settle', async () => {
    const { clock, rows, machine } = stage('real');
    rows.add(start + 250, 'wrong', () => {
      throw new Error('a service cannot go from cancelled to confirmed');
    });
    machine.pass(400);
    const settling = clock.settleInSlices();
    expect(settling).toBeInstanceOf(Promise);
    expect(clock.settleInSlices()).toBeInstanceOf(Promise);
    await settling;
    expect(() => clock.settle()).toThrow('from cancelled');
    expect(() => clock.settle()).not.toThrow();
  });
});
