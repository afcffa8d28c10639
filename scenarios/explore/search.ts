import { operations } from '#contracts';
import type { Flow } from './flows.ts';
import { createEffects, injectionsAt } from './injections.ts';
import type { Run } from './play.ts';
import { type CallRef, hasCrash, type Injection, isAt, type Schedule } from './shorthand.ts';
import { hashOf, type TracedCall } from './trace.ts';

export interface PlannedRun {
  readonly flow: Flow;
  readonly schedule: Schedule;
}

export interface Skipped {
  /** In a situation in which the same disturbances were tried in another run. */
  readonly knownState: number;
  /** With a disturbance that has the same effect at this operation as another disturbance that was tried. */
  readonly sameEffect: number;
}

/**
 * Decides which runs are played, in which order. The search depends only on the results that it gets, so equal clients give equal
 * searches.
 */
export interface Search {
  start(flow: Flow, base: Run): void;
  /** Returns the next runs, at most `count`; an empty list if the search is complete. All earlier runs must have been added. */
  next(count: number): PlannedRun[];
  add(planned: PlannedRun, run: Run): boolean;
  giveBack(planned: readonly PlannedRun[]): void;
  skipped(): Skipped;
  left(): number;
}

interface Place extends CallRef {
  readonly flow: Flow;
  readonly schedule: Schedule;
  readonly score: number;
}

/** The places that are still to be tried, level by level. A level contains the places for runs with equally many disturbances. */
function createQueue(depth: number, expand: (place: Place) => PlannedRun[]) {
  const levels: Place[][] = Array.from({ length: depth + 1 }, () => []);
  let open: PlannedRun[] = [];
  let level = 1;
  return {
    add: (place: Place) => void levels[place.schedule.length + 1]?.push(place),
    places: () => levels.flat(),
    open: () => open.length,
    giveBack: (planned: readonly PlannedRun[]) => void open.unshift(...planned),
    next(count: number): PlannedRun[] {
      levels[1]?.sort(byScore);
      while (open.length < count && level <= depth) {
        const place = levels[level]?.shift();
        if (place) open.push(...expand(place));
        // The runs of a level find the places of the next level, so all of them are played before the next level begins.
        else if (open.length > 0) break;
        else {
          level += 1;
          levels[level]?.sort(byScore);
        }
      }
      const some = open.slice(0, count);
      open = open.slice(count);
      return some;
    },
  };
}

/** Creates a search over all single disturbances, and then over guided combinations of up to `depth` disturbances. */
export function createSearch(depth: number): Search {
  const seen = { traces: new Set<string>(), states: new Set<string>() };
  const bases = new Map<string, ReadonlySet<string>>();
  const effects = createEffects();
  const skipped = { knownState: 0, sameEffect: 0 };
  const triedAt = ({
    operation,
    nth,
    schedule,
  }: Place): { readonly all: number; readonly some: Injection[] } => {
    const all = injectionsAt({ operation, nth }).filter(one => !('crash' in one) || !hasCrash(schedule));
    return { all: all.length, some: schedule.length === 0 ? all : effects.representatives(operation, all) };
  };
  const queue = createQueue(depth, place => {
    const { all, some } = triedAt(place);
    const { flow, schedule } = place;
    skipped.sameEffect += all - some.length;
    return some.map(one => ({ flow, schedule: [...schedule, one] }));
  });

  function addPlaces(flow: Flow, { schedule, calls, states }: Run): void {
    if (schedule.length >= depth) return;
    const last = schedule.at(-1);
    const from = last ? calls.findIndex(call => isAt(call, last)) + 1 : 0;
    for (const [index, call] of calls.entries()) {
      if (index < from) continue;
      const state = hashOf(flow.id, states[index] ?? '');
      if (seen.states.has(state)) {
        skipped.knownState += injectionsAt(call).length;
        continue;
      }
      seen.states.add(state);
      const { operation, nth } = call;
      const score = scoreOf(call, calls.slice(0, index), bases.get(flow.id));
      queue.add({ flow, schedule, operation, nth, score });
    }
  }

  return {
    start(flow, base) {
      bases.set(flow.id, new Set(base.calls.map(nameOf)));
      seen.traces.add(hashOf(flow.id, base.trace));
      addPlaces(flow, base);
    },
    next: queue.next,
    add({ flow, schedule }, run) {
      if (run.state === 'not-applicable' || run.state === 'not-reached') return false;
      const trace = hashOf(flow.id, run.trace);
      effects.learn(schedule, trace);
      if (seen.traces.has(trace)) return false;
      seen.traces.add(trace);
      addPlaces(flow, run);
      return true;
    },
    giveBack: queue.giveBack,
    skipped: () => ({ ...skipped }),
    left: () => queue.places().reduce((sum, place) => sum + triedAt(place).some.length, queue.open()),
  };
}

const nameOf = ({ operation, nth }: CallRef): string => `${operation}#${nth}`;

const byScore = (a: Place, b: Place): number => b.score - a.score;

/** Returns how promising a call is: after a change at the supplier, during recovery, and at an operation that changes something. */
function scoreOf(
  call: TracedCall,
  before: readonly TracedCall[],
  base: ReadonlySet<string> | undefined,
): number {
  const isAfterChange = before.some(({ changed }) => changed);
  const isRecovery = base !== undefined && !base.has(nameOf(call));
  const { effect } = operations[call.operation];
  const changes = effect === 'book' || effect === 'pay' || effect === 'cancel';
  return (isAfterChange ? 4 : 0) + (isRecovery ? 3 : 0) + (changes ? 2 : 0) + (effect === 'validate' ? 1 : 0);
}
