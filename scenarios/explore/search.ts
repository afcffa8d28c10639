import { operations } from '#contracts';
import type { Flow, Subject } from './flows.ts';
import { createEffects, type Effects, injectionsAt } from './injections.ts';
import { endOf, type Run } from './play.ts';
import {
  type CallRef,
  hasCrash,
  hasNeighbour,
  type Injection,
  isAt,
  keyOf,
  type Schedule,
} from './shorthand.ts';
import { hashOf, type TracedCall } from './trace.ts';

export interface PlannedRun<S extends Subject = Flow> {
  readonly flow: S;
  readonly schedule: Schedule;
}

/** A call at which disturbances are tried. */
interface Place<S extends Subject> extends PlannedRun<S> {
  readonly call: CallRef;
  readonly level: number;
  readonly score: number;
}

/** The runs of a level find the places of the next level, so all of them are played before the next level begins. */
function createQueue<S extends Subject>(expand: (place: Place<S>) => PlannedRun<S>[]) {
  const places: Place<S>[] = [];
  const open: PlannedRun<S>[] = [];
  /** Of the open runs. */
  let level = 1;
  return {
    places,
    open,
    next(count: number): PlannedRun<S>[] {
      places.sort((a, b) => a.level - b.level || b.score - a.score);
      while (open.length < count) {
        const [place] = places;
        if (!place || (open.length > 0 && place.level > level)) break;
        places.shift();
        level = place.level;
        open.push(...expand(place));
      }
      return open.splice(0, count);
    },
  };
}

/**
 * Depends only on the results that it gets, so equal clients give equal searches.
 *
 * @param shared of the one client of all tests: all faults are tried at the first call of each operation, and one for each effect at
 *   the others. Without it, flows are searched, whose client can also be killed
 */
export function createSearch<S extends Subject>(depth: number, shared?: Effects) {
  const seen = new Set<string>();
  const bases = new Map<string, ReadonlySet<string>>();
  const effects = shared ?? createEffects();
  const claimed = new Set<string>();
  /** Runs that are not played: the same disturbances were tried in an equal situation, or one with an equal effect was. */
  const skipped = { knownState: 0, sameEffect: 0 };
  const isNew = (key: string): boolean => seen.size < seen.add(key).size;
  const injectionsOf = (call: CallRef): Injection[] =>
    injectionsAt(call).filter(one => !shared || !('crash' in one));
  function triedAt({ schedule, level, call }: Place<S>) {
    const all = injectionsOf(call).filter(one => !('crash' in one) || !hasCrash(schedule));
    const some = level === 1 ? all : effects.representatives(call.operation, all);
    return { some, others: all.length - some.length };
  }
  const { places, open, next } = createQueue<S>(place => {
    const { some, others } = triedAt(place);
    const { flow, schedule } = place;
    skipped.sameEffect += others;
    return some.map(one => ({ flow, schedule: [...schedule, one] }));
  });

  /** All disturbances are tried on level 1. */
  function levelOf(schedule: Schedule, operation: string): number {
    const isFirst = !claimed.has(operation);
    claimed.add(operation);
    return schedule.length + (shared && (schedule.length > 0 || !isFirst) ? 2 : 1);
  }

  function addPlaces(flow: S, { schedule, calls, states }: Run): void {
    if (schedule.length >= depth) return;
    const last = schedule.at(-1);
    const from = last ? calls.findIndex(call => isAt(call, last)) + 1 : 0;
    for (const [index, call] of calls.entries()) {
      if (index < from) continue;
      if (!isNew(`state ${flow.id} ${states[index]}`)) {
        skipped.knownState += injectionsOf(call).length;
        continue;
      }
      const score = scoreOf(call, calls.slice(0, index), bases.get(flow.id));
      places.push({ flow, schedule, call, score, level: levelOf(schedule, call.operation) });
    }
  }

  return {
    start(flow: S, base: Run): void {
      bases.set(flow.id, new Set(base.calls.map(nameOf)));
      isNew(`trace ${flow.id} ${base.trace}`);
      addPlaces(flow, base);
    },
    /** Empty if the search is complete. All earlier runs must have been added. */
    next,
    /** Returns whether the run shows something new. */
    add(flow: S, run: Run): boolean {
      if (run.state === 'not-applicable' || run.state === 'not-reached') return false;
      if (shared) learnAftermath(effects, flow, run);
      else effects.learn(run.schedule, `${flow.id} ${run.trace}`);
      if (!isNew(`trace ${flow.id} ${run.trace}`)) return false;
      addPlaces(flow, run);
      return true;
    },
    giveBack: (planned: readonly PlannedRun<S>[]) => void open.unshift(...planned),
    skipped,
    left: () => places.reduce((sum, place) => sum + triedAt(place).some.length, open.length),
  };
}

/** Two disturbances have the same effect if the same follows them, even if the client saw different answers. */
function learnAftermath(
  effects: Effects,
  { id }: Subject,
  { schedule, calls, outcome, books, broken }: Run,
): void {
  const last = schedule.at(-1);
  if (!last) return;
  const after = calls.slice(calls.findIndex(call => isAt(call, last)) + 1);
  const texts = after.map(({ operation, answer }) => `${operation} ${answer}`);
  // Without later calls, this fault changes nothing; another test with later calls must still be tried with it.
  const left = hasNeighbour([last]) ? ['neighbour'] : [];
  const situation = `${id} ${last.nth} ${keyOf(schedule.slice(0, -1))}`;
  effects.learn(schedule, hashOf(...left, ...texts, ...endOf(outcome, { books, broken })), situation);
}

const nameOf = ({ operation, nth }: CallRef): string => `${operation}#${nth}`;

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
