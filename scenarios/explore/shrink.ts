import { injectionsAt } from './injections.ts';
import { type Injection, keyOf, kindOfInjection, type Schedule } from './schedule.ts';

/** The maximum number of plainer disturbances that are tried in place of one disturbance. */
const maxPlainer = 12;

/**
 * Returns the smallest schedule that still fails: no disturbance can be left out, and no plainer disturbance at the same call
 * fails too.
 *
 * @param fails plays a schedule and returns whether the same invariant breaks
 * @example await shrink([first, second], async schedule => schedule.includes(second)) // [second], or a plainer one
 */
export async function shrink(
  schedule: Schedule,
  fails: (schedule: Schedule) => Promise<boolean>,
): Promise<Schedule> {
  const known = new Map<string, boolean>();
  const isFailing = async (one: Schedule): Promise<boolean> => {
    const key = keyOf(one);
    const result = known.get(key) ?? (await fails(one));
    known.set(key, result);
    return result;
  };
  return simplify(await leaveOut(schedule, isFailing), isFailing);
}

type Fails = (schedule: Schedule) => Promise<boolean>;

/** Leaves out one disturbance after the other, until none can be left out. */
async function leaveOut(schedule: Schedule, fails: Fails): Promise<Schedule> {
  for (const index of schedule.keys()) {
    const less = schedule.toSpliced(index, 1);
    // Without a disturbance there are fewer retries, so the same call can have a lower number.
    for (const one of [less, less.map(other => ({ ...other, nth: 1 }))])
      if (await fails(one)) return leaveOut(one, fails);
  }
  return schedule;
}

/** Replaces each disturbance by a plainer one that still fails, and then leaves out what has become needless. */
async function simplify(schedule: Schedule, fails: Fails): Promise<Schedule> {
  for (const [index, injection] of schedule.entries()) {
    for (const plainer of plainerThan(injection)) {
      const other = schedule.with(index, plainer);
      if (await fails(other)) return simplify(await leaveOut(other, fails), fails);
    }
  }
  return schedule;
}

/** Returns the disturbances that are plainer: a fault instead of a crash, a lower number of the call, an earlier trial. */
function plainerThan(injection: Injection): Injection[] {
  const all = injectionsAt(injection);
  const place = all.findIndex(one => kindOfInjection(one) === kindOfInjection(injection));
  const earlierCall = injection.nth > 1 ? [{ ...injection, nth: injection.nth - 1 }] : [];
  return [
    ...earlierCall,
    ...all
      .slice(0, Math.max(0, place))
      .filter(one => isSameTime(one, injection))
      .slice(0, maxPlainer),
  ];
}

/** Returns whether the operation takes effect at the same time with both disturbances, so that the failure is of the same sort. */
function isSameTime(a: Injection, b: Injection): boolean {
  const commitOf = (one: Injection) =>
    'effect' in one && 'commit' in one.effect ? one.effect.commit : undefined;
  return 'crash' in a === 'crash' in b && commitOf(a) === commitOf(b);
}
