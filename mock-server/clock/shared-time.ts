import { hostMachine, type MachineClock } from './machine.ts';
import type { Wait } from './types.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** One clock for all sandboxes of a server. Only those in mode `real` follow its jumps. */
export interface SharedClock {
  now(): number;
  /** Also moves all sandboxes that are created later. */
  advance(how: { by: number }): void;
  /** Also true while a caller waits on a clock that runs at its own speed. */
  isBusy(): boolean;
  /** Of the sandboxes in mode `real`, in ms since 1970; Infinity without one. */
  nextWake(): number;
  waits(): Wait[];
}

export interface SharedTime {
  /** For `createMockSupplier`: a new sandbox without a start begins at the instant of the shared clock. */
  readonly machine: MachineClock;
  clockOf(sandboxes: { list(): readonly { readonly clock: VirtualClock }[] }): SharedClock;
}

/**
 * The time of a server whose sandboxes jump together.
 *
 * @param start the first instant, in ms since 1970; by default the date of the machine
 * @example
 * const time = createSharedTime();
 * const supplier = createMockSupplier({ machine: time.machine });
 * time.clockOf(supplier.sandboxes).advance({ by: 60_000 });
 */
export function createSharedTime(start: number = hostMachine.now()): SharedTime {
  let offset = start - hostMachine.monotonic();
  const exact = () => offset + hostMachine.monotonic();
  // A sandbox rounds its start down, so this clock is a ms behind: it never shows a later time than a sandbox.
  const now = () => Math.floor(exact()) - 1;
  return {
    machine: { ...hostMachine, now: exact },
    clockOf(sandboxes) {
      const clocks = () => sandboxes.list().map(({ clock }) => clock);
      const following = () => clocks().filter(({ mode }) => mode === 'real');
      return {
        now,
        advance({ by }) {
          offset += by;
          for (const clock of following()) clock.advance({ by });
        },
        isBusy: () =>
          clocks().some(
            clock => clock.isBusy() || (clock.mode === 'scaled' && Number.isFinite(clock.nextWake())),
          ),
        nextWake: () =>
          Math.min(...following().map(clock => now() + Math.max(0, clock.nextWake() - clock.now()))),
        waits: () => clocks().flatMap(clock => clock.waits()),
      };
    },
  };
}
