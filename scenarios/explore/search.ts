import { type OperationId, operations } from '#contracts';
import type { Flow, Subject } from './flows.ts';
import {
  type CallRef,
  hasCrash,
  hasNeighbour,
  type Injection,
  injectionsAt,
  isAt,
  keyOf,
  kindOfInjection,
  type Schedule,
} from './injections.ts';
import { endOf, type Run } from './play.ts';
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
function learnAftermath(effects: Effects, { id }: Subject, run: Run): void {
  const { schedule, calls } = run;
  const last = schedule.at(-1);
  if (!last) return;
  const after = calls.slice(calls.findIndex(call => isAt(call, last)) + 1);
  const texts = after.map(({ operation, answer }) => `${operation} ${answer}`);
  // Without later calls, this fault changes nothing; another test with later calls must still be tried with it.
  const left = hasNeighbour([last]) ? ['neighbour'] : [];
  const situation = `${id} ${last.nth} ${keyOf(schedule.slice(0, -1))}`;
  effects.learn(schedule, hashOf(...left, ...texts, ...endOf(run)), situation);
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

export type Effects = ReturnType<typeof createEffects>;

/** Two disturbances have the same effect if they led to equal traces wherever all were tried, such as a 502 and a 503. */
export function createEffects() {
  /** With the situation in which all disturbances of the operation are tried. */
  const known = new Map<OperationId, { readonly situation: string; readonly effects: Map<string, string> }>();
  return {
    /** `situation`: before the last disturbance of the schedule. */
    learn(schedule: Schedule, trace: string, situation = keyOf(schedule.slice(0, -1))): void {
      const last = schedule.at(-1);
      if (!last) return;
      const first = known.get(last.operation) ?? { situation, effects: new Map<string, string>() };
      known.set(last.operation, first);
      if (first.situation !== situation) return;
      const kind = kindOfInjection(last);
      first.effects.set(kind, hashOf(first.effects.get(kind) ?? '', String(last.nth), trace));
    },
    /** Equal texts mean that two disturbances of an operation have the same effect. */
    effectOf(one: Injection): string {
      const kind = kindOfInjection(one);
      return known.get(one.operation)?.effects.get(kind) ?? kind;
    },
    /** The first, plainest one for each effect; all where nothing has been learned. */
    representatives(operation: OperationId, all: readonly Injection[]): Injection[] {
      const effects = known.get(operation)?.effects;
      if (!effects) return [...all];
      const byEffect = Map.groupBy(all, one => effects.get(kindOfInjection(one)) ?? 'none');
      return [...byEffect.values()].flatMap(([first]) => first ?? []);
    },
  };
}
