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

interface Place<S extends Subject> extends CallRef {
  readonly flow: S;
  readonly level: number;
  readonly schedule: Schedule;
  readonly score: number;
}

/** A level has the places for runs with equally many disturbances. */
function createQueue<S extends Subject>(depth: number, expand: (place: Place<S>) => PlannedRun<S>[]) {
  const levels: Place<S>[][] = Array.from({ length: depth + 1 }, () => []);
  let open: PlannedRun<S>[] = [];
  let level = 1;
  return {
    add: (place: Place<S>) => void levels[place.level]?.push(place),
    places: () => levels.flat(),
    open: () => open.length,
    giveBack: (planned: readonly PlannedRun<S>[]) => void open.unshift(...planned),
    next(count: number): PlannedRun<S>[] {
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

/**
 * Depends only on the results that it gets, so equal clients give equal searches.
 *
 * @param shared of the one client of all tests: all faults are tried at the first call of each operation, and one for each effect at
 *   the others. Without it, flows are searched, whose client can also be killed
 */
export function createSearch<S extends Subject>(depth: number, shared?: Effects) {
  const seen = { traces: new Set<string>(), states: new Set<string>() };
  const bases = new Map<string, ReadonlySet<string>>();
  const effects = shared ?? createEffects();
  const claimed = new Set<string>();
  /** Runs that are not played: the same disturbances were tried in an equal situation, or one with an equal effect was. */
  const skipped = { knownState: 0, sameEffect: 0 };
  const injectionsOf = (call: CallRef): Injection[] =>
    injectionsAt(call).filter(one => !shared || !('crash' in one));
  const triedAt = ({ schedule, level, ...call }: Place<S>) => {
    const all = injectionsOf(call).filter(one => !('crash' in one) || !hasCrash(schedule));
    const some = level === 1 ? all : effects.representatives(call.operation, all);
    return { some, others: all.length - some.length };
  };
  const queue = createQueue<S>(shared ? depth + 1 : depth, place => {
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
      const state = hashOf(flow.id, states[index] ?? '');
      if (seen.states.has(state)) {
        skipped.knownState += injectionsOf(call).length;
        continue;
      }
      seen.states.add(state);
      const { operation, nth } = call;
      const score = scoreOf(call, calls.slice(0, index), bases.get(flow.id));
      queue.add({ flow, schedule, operation, nth, score, level: levelOf(schedule, operation) });
    }
  }

  return {
    start(flow: S, base: Run): void {
      bases.set(flow.id, new Set(base.calls.map(nameOf)));
      seen.traces.add(hashOf(flow.id, base.trace));
      addPlaces(flow, base);
    },
    /** Empty if the search is complete. All earlier runs must have been added. */
    next: queue.next,
    /** Returns whether the run shows something new. */
    add({ flow, schedule }: PlannedRun<S>, run: Run): boolean {
      if (run.state === 'not-applicable' || run.state === 'not-reached') return false;
      const trace = hashOf(flow.id, run.trace);
      if (shared) learnAftermath(effects, flow, run);
      else effects.learn(schedule, trace);
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

const byScore = (a: { readonly score: number }, b: { readonly score: number }): number => b.score - a.score;

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
