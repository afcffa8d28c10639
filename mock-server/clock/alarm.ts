import type { MachineClock } from './machine.ts';
import type { Position } from './position.ts';

const longestTimer = 2 ** 31 - 1;

/**
 * One machine timer for the earliest sleeper, however many there are; nothing is set yet. Never throws by itself; what
 * `ring` throws goes to the machine.
 *
 * @example
 * const alarm = createAlarm({ machine: hostMachine, position, ring: wakeDueSleepers });
 * alarm.set(position.now() + 60_000, 60); // rings in a real second
 */
export function createAlarm(on: { machine: MachineClock; position: Position; ring: () => void }) {
  let pending: { due: number; cancel: () => void } | undefined;

  /** Forgets what was set: after a jump or at another speed the same instant is further or nearer. */
  function clear(): void {
    pending?.cancel();
    pending = undefined;
  }

  return {
    clear,
    /**
     * Rings when the position reaches `due` (ms since 1970) at a speed in virtual per real ms; replaces what was set.
     * Sets nothing for Infinity or a position at rest.
     */
    set(due: number, speed: number): void {
      if (pending?.due === due) return;
      clear();
      if (speed === 0 || !Number.isFinite(due)) return;
      // A timer that rings early, or was cut at the host's longest, finds no sleeper due and is set again.
      const wait = Math.ceil((due - on.position.exact()) / speed);
      const cancel = on.machine.timer(Math.min(Math.max(wait, 1), longestTimer), () => {
        pending = undefined;
        on.ring();
      });
      pending = { due, cancel };
    },
  };
}
