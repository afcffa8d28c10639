import type { Course } from './course.ts';
import type { MachineClock } from './machine.ts';

const longestTimer = 2 ** 31 - 1;

/** One machine timer for the earliest sleeper, however many there are. */
export interface Alarm {
  /** Rings when the course reaches `due`; replaces what was set. Nothing is set for Infinity or a course at rest. */
  set(due: number, speed: number): void;
  /** Forgets what was set: after a jump or at another speed the same instant is further or nearer. */
  clear(): void;
}

/**
 * An alarm on a course, with nothing set. Its instants are ms since 1970, its speed virtual per real ms. Never throws
 * by itself; what `ring` throws goes to the machine.
 *
 * @example
 * const alarm = createAlarm({ machine: hostMachine, course, ring: wakeWhoeverIsDue });
 * alarm.set(course.now() + 60_000, 60); // rings in a real second
 */
export function createAlarm(on: { machine: MachineClock; course: Course; ring: () => void }): Alarm {
  let set: { due: number; cancel: () => void } | undefined;

  function clear(): void {
    set?.cancel();
    set = undefined;
  }

  return {
    clear,
    set(due, speed) {
      if (set?.due === due) return;
      clear();
      if (speed === 0 || !Number.isFinite(due)) return;
      // A timer that rings early, or was cut at the host's longest, finds nobody due and is set again.
      const wait = Math.ceil((due - on.course.exact()) / speed);
      const cancel = on.machine.timer(Math.min(Math.max(wait, 1), longestTimer), () => {
        set = undefined;
        on.ring();
      });
      set = { due, cancel };
    },
  };
}
