import { append } from '#contracts/util';
import type { Flow, Subject } from './flows.ts';
import { injectionsAt } from './injections.ts';
import { type Broken, orStopped, type PlayRun, type Run } from './play.ts';
import { type Injection, isAt, keyOf, kindOfInjection, type Schedule } from './shorthand.ts';

export interface Counterexample<S extends Subject = Flow> {
  readonly flow: S;
  readonly broken: Broken;
  readonly schedule: Schedule;
  readonly run: Run;
  runs: number;
  /** Other smallest schedules that show the same failure, such as another fault at the same call. */
  readonly also: { readonly flow: S; readonly schedule: Schedule }[];
}

export interface Unsteady<S extends Subject = Flow> {
  readonly flow: S;
  readonly schedule: Schedule;
  readonly runs: readonly [Run, Run];
}

/** What all runs together show. */
export interface Found<S extends Subject, C extends Counterexample<S>> {
  readonly counterexamples: readonly C[];
  readonly unsteady: readonly Unsteady<S>[];
  /** Runs that were played only for this. */
  readonly extraRuns: number;
}

export function createCollector(play: PlayRun, signal?: AbortSignal) {
  const all: Counterexample[] = [];
  const unsteady: Unsteady[] = [];
  const failuresOf = new Map<string, readonly string[]>();
  const known = new Map<string, { readonly schedule: Schedule; readonly of: Counterexample }[]>();
  let extraRuns = 0;
  const playMore: PlayRun = (...given) => {
    extraRuns += 1;
    return play(...given);
  };

  async function findSmallest(flow: Flow, run: Run, broken: Broken) {
    const schedule = await shrink(run.schedule, async less => {
      const key = keyIn(flow, less);
      const failures = failuresOf.get(key) ?? namesOf(await playMore(flow, less));
      failuresOf.set(key, failures);
      return failures.includes(nameOfFailure(broken));
    });
    return { schedule, detailed: await playMore(flow, schedule, true) };
  }

  async function addOne(flow: Flow, run: Run, broken: Broken): Promise<void> {
    const name = `${flow.id} ${nameOfFailure(broken)}`;
    const earlier = known.get(name)?.find(({ schedule }) => isPart(schedule, run.schedule));
    if (earlier) {
      earlier.of.runs += 1;
      return;
    }
    const asItIs = { schedule: run.schedule, detailed: run };
    const { schedule, detailed } = await findSmallest(flow, run, broken).catch(orStopped(signal, asItIs));
    const found = detailed.broken.find(one => nameOfFailure(one) === nameOfFailure(broken));
    const isSame = keyOf(schedule) !== keyOf(run.schedule) || detailed.trace === run.trace;
    if (!found || !isSame) {
      unsteady.push({ flow, schedule, runs: [run, detailed] });
      return;
    }
    const same = all.find(one => isAlike(one, { broken, schedule, run: detailed }));
    const of = same ?? { flow, broken: found, schedule, run: detailed, runs: 0, also: [] };
    if (same) same.also.push({ flow, schedule });
    else all.push(of);
    of.runs += 1;
    append(known, name, { schedule, of });
  }

  return {
    count: () => all.length,
    found: (): Found<Flow, Counterexample> => ({ counterexamples: all, unsteady, extraRuns }),
    /** May play further runs of a broken run, to find the smallest schedule. */
    async add(flow: Flow, run: Run): Promise<void> {
      // A failure is often shrunk to a schedule that was already played, so the names of the failures are kept.
      failuresOf.set(keyIn(flow, run.schedule), namesOf(run));
      for (const broken of run.broken) await addOne(flow, run, broken);
    },
  };
}

export const nameOfFailure = ({ invariant, rule }: Pick<Broken, 'invariant' | 'rule'>): string =>
  rule === undefined ? invariant : `${invariant} ${rule}`;

const keyIn = (flow: Flow, schedule: Schedule): string => `${flow.id} ${keyOf(schedule)}`;

const namesOf = ({ broken }: Run): readonly string[] => broken.map(nameOfFailure);

const isPart = (part: Schedule, whole: Schedule): boolean =>
  part.every(one => whole.some(other => isAt(one, other) && kindOfInjection(one) === kindOfInjection(other)));

/** The same for a person. */
function isAlike(a: Counterexample, b: Pick<Counterexample, 'broken' | 'schedule' | 'run'>): boolean {
  return (
    nameOfFailure(a.broken) === nameOfFailure(b.broken) &&
    a.run.outcome === b.run.outcome &&
    a.schedule.map(stepOf).join() === b.schedule.map(stepOf).join()
  );
}

/** The same for all products. */
const stepOf = (one: Injection): string =>
  `${one.operation.replace(/^(?:hotel|car|transfer|tour)\./, '')}${'crash' in one ? ' crash' : ''}`;

const maxPlainer = 12;

/** No disturbance can be left out, and no plainer one at the same call fails too. */
export async function shrink(schedule: Schedule, fails: Fails): Promise<Schedule> {
  for (const simpler of simplerThan(schedule)) if (await fails(simpler)) return shrink(simpler, fails);
  return schedule;
}

type Fails = (schedule: Schedule) => Promise<boolean>;

function simplerThan(schedule: Schedule): Schedule[] {
  const shorter = schedule.flatMap((_, index) => {
    const less = schedule.toSpliced(index, 1);
    // Without a disturbance there are fewer retries, so the same call can have a lower number.
    return [less, less.map(other => ({ ...other, nth: 1 }))];
  });
  const plainer = schedule.flatMap((one, index) =>
    plainerThan(one).map(other => schedule.with(index, other)),
  );
  return [...shorter, ...plainer];
}

/** A fault instead of a crash, a lower number of the call, an earlier trial. */
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

/** Otherwise the failure would be of another sort. */
function isSameTime(a: Injection, b: Injection): boolean {
  const commitOf = (one: Injection) =>
    'effect' in one && 'commit' in one.effect ? one.effect.commit : undefined;
  return 'crash' in a === 'crash' in b && commitOf(a) === commitOf(b);
}
