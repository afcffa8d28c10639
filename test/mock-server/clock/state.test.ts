import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClockMode, VirtualClock } from '#mock-server/clock/index';
import { type createFakeMachine, createRows, stage, start } from './fakes.ts';

const modes: readonly ClockMode[] = ['real', 'manual', 'scaled', 'per-poll', 'auto'];

describe('the state of a clock', () => {
  it.each(modes)('is plain data from which another clock in mode %s continues', mode => {
    const { clock: one, machine } = stage({ mode, scale: 10 });
    machine.pass(70);
    one.advance({ by: 1_000 });
    const state = one.dump();
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    machine.pass(5_000);
    const { events } = createRows();
    const other = new VirtualClock({ state, machine: machine.clock, events });
    expect([other.mode, other.scale, other.now()]).toEqual([mode, one.scale, state.now]);
    machine.pass(20);
    expect(other.now()).toBe(state.now + 20 * other.speed);
  });

  it('remembers that a clock awaits its first request', () => {
    const { clock: one, machine } = stage({ mode: 'real', startOnFirstRequest: true });
    const { events } = createRows();
    const other = new VirtualClock({ state: one.dump(), machine: machine.clock, events });
    machine.pass(500);
    expect(other.now()).toBe(start);
    other.firstRequest();
    machine.pass(500);
    expect([other.now(), other.dump().awaitsFirstRequest]).toEqual([start + 500, false]);
  });

  it('is refused when it holds no instant', () => {
    const { events } = createRows();
    const state = { mode: 'real', scale: 1, now: Number.NaN, awaitsFirstRequest: false } as const;
    expect(() => new VirtualClock({ state, events })).toThrow(/^state\.now: NaN is not an instant/);
  });
});

type World = { clock: VirtualClock; machine: ReturnType<typeof createFakeMachine>; add(after: number): void };
type Step = (world: World) => void | Promise<void>;

const span = fc.double({ min: 0, max: 1e7, noNaN: true });
const count = fc.integer({ min: 0, max: 100_000 });
const ignoreRefusal = (run: () => unknown) => {
  try {
    run();
  } catch {
    // A refused request counts as a request too, so it must not set the clock back.
  }
};
const act = <Value>(from: fc.Arbitrary<Value>, run: (world: World, value: Value) => void | Promise<void>) =>
  from.map(
    (value): Step =>
      world =>
        run(world, value),
  );
const setBack = fc.integer({ min: -1e6, max: 1e6 });
const scale = fc.double({ min: 0.01, max: 5_000, noNaN: true });
const step: fc.Arbitrary<Step> = fc.oneof(
  act(span, ({ machine }, ms) => machine.pass(ms)),
  fc.constant<Step>(({ machine }) => machine.turn()),
  act(count, ({ add }, after) => add(after)),
  act(span, ({ clock }, ms) => void clock.sleep(ms).catch(() => {})),
  fc.constant<Step>(({ clock }) => void clock.settle()),
  act(span, ({ clock }, by) => void clock.advance({ by })),
  act(setBack, ({ clock }, by) => ignoreRefusal(() => clock.advance({ to: clock.now() + by }))),
  act(setBack, ({ clock }, by) => void clock.jumpTo(clock.now() + by)),
  fc.constant<Step>(({ clock }) => void clock.advance({ to: 'next-event' })),
  fc.constant<Step>(({ clock }) => clock.firstRequest()),
  act(fc.record({ mode: fc.constantFrom(...modes), scale }), ({ clock }, to) => void clock.setMode(to)),
);

it('the present of a clock never decreases and stays a whole number, whatever is done to the clock', async () => {
  const play = fc.record({ mode: fc.constantFrom(...modes), startOnFirstRequest: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(play, fc.array(step, { maxLength: 40 }), async (options, steps) => {
      const { clock, machine, add: addRow } = stage({ ...options, scale: 7 });
      const fired: number[] = [];
      const add = (after: number) => addRow(clock.now() + after, 'moved', () => fired.push(clock.now()));
      let last = clock.now();
      for (const run of steps) {
        await run({ clock, machine, add });
        const now = clock.now();
        expect(now).toBeGreaterThanOrEqual(last);
        expect(Number.isInteger(now)).toBe(true);
        last = now;
      }
      expect(fired).toEqual(fired.toSorted((a, b) => a - b));
    }),
    { numRuns: 300, seed: 20_300_601 },
  );
});
