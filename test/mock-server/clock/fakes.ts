import {
  type DueEvents,
  type Fired,
  type MachineClock,
  type NewClock,
  VirtualClock,
} from '#mock-server/clock/index';

export const start = Date.UTC(2030, 5, 1);

/** A fake machine: its time passes, and its event loop turns, only when the test says so. */
export function createFakeMachine(date = Date.UTC(2026, 0, 1)) {
  let passed = 0;
  let turns: (() => void)[] = [];
  const timers = new Set<{ at: number; fn: () => void }>();
  const firstTimer = () => [...timers].sort((a, b) => a.at - b.at)[0];
  const clock: MachineClock = {
    now: () => date + passed,
    monotonic: () => 5_000 + passed,
    afterMacrotask: fn => void turns.push(fn),
    timer: (ms, fn) => {
      if (ms >= 2 ** 31) throw new RangeError('Node fires such a timer at once');
      const timer = { at: passed + ms, fn };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  return {
    clock,
    date,
    timers,
    /** Advances the machine's time, and fires every timer at its time. */
    pass(ms: number): void {
      const end = passed + ms;
      for (let next = firstTimer(); next && next.at <= end; next = firstTimer()) {
        timers.delete(next);
        passed = Math.max(passed, next.at);
        next.fn();
      }
      passed = end;
    },
    /** Runs one turn of the event loop: promises first, then the callbacks of the next turn. */
    async turn(): Promise<void> {
      await promises();
      const due = turns;
      turns = [];
      for (const fn of due) fn();
      await promises();
    },
    /** Runs turns while callbacks wait for a next turn. Returns the number of turns. */
    async turnUntilQuiet(): Promise<number> {
      await promises();
      let count = 0;
      for (; turns.length > 0; count++) await this.turn();
      return count;
    },
  };
}

/** Runs the ready promises, and those that they make ready. */
export async function promises(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

/** Due rows of a sandbox, each with the function that runs when it fires. */
export function createRows() {
  let rows: { at: number; to: string; effect: () => void }[] = [];
  const events: DueEvents = {
    nextAt: () => rows.reduce<number | undefined>((first, { at }) => Math.min(first ?? at, at), undefined),
    *fire(until) {
      for (;;) {
        const [first] = rows.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (!first) return;
        rows = rows.filter(row => row !== first);
        first.effect();
        yield firedRow(first.at, first.to);
      }
    },
  };
  return {
    events,
    add(at: number, to: string, effect: () => void = () => {}): void {
      rows.push({ at, to, effect });
    },
  };
}

export function firedRow(at: number, to: string): Fired {
  return { at, bookingId: '1', serviceId: '1-1', from: null, to };
}

interface StageOptions extends Partial<NewClock> {
  machine?: ReturnType<typeof createFakeMachine>;
  /** The parts of the machine that differ. */
  changed?: Partial<MachineClock>;
}

/** A clock on a fake machine, by default in mode manual. `of` writes into `notes` how a promise ended. */
export function stage({ machine = createFakeMachine(), changed, ...options }: StageOptions = {}) {
  const { events, add } = createRows();
  const own = { ...machine.clock, ...changed };
  const clock = new VirtualClock({ mode: 'manual', start, ...options, machine: own, events });
  const notes: string[] = [];
  return {
    machine,
    clock,
    add,
    async pass(ms: number): Promise<void> {
      machine.pass(ms);
      await promises();
    },
    notes,
    of(name: string, promise: Promise<unknown>): void {
      promise.then(
        () => notes.push(`${name} woke`),
        (reason: unknown) =>
          notes.push(`${name} failed: ${reason instanceof Error ? reason.message : reason}`),
      );
    },
  };
}
