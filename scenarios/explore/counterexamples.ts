import { append } from '#contracts/util';
import type { Flow, Subject } from './flows.ts';
import { type Injection, injectionsAt, isAt, keyOf, kindOfInjection, type Schedule } from './injections.ts';
import { type Broken, nameOfFailure, orStopped, type PlayRun, type Run } from './play.ts';

/** The schedule of its run is the smallest one that was found. */
export interface Counterexample<S extends Subject = Flow> {
  readonly flow: S;
  readonly broken: Broken;
  readonly run: Run;
  /** The lines of the baseline that name the failure. The first one is of this example. */
  readonly lines: string[];
  runs: number;
  /** Other smallest schedules that show the same failure, such as another fault at the same call. */
  readonly also: { readonly flow: S; readonly schedule: Schedule }[];
}

/** What all runs together show. */
export interface Found<S extends Subject, C extends Counterexample<S>> {
  readonly counterexamples: readonly C[];
  /** Two different runs. The second one has the smallest schedule. */
  readonly unsteady: readonly { readonly flow: S; readonly runs: readonly [Run, Run] }[];
  /** Runs that were played only for this. */
  readonly extraRuns: number;
}

/** In a replay, each failure is kept as it is. */
export function createCollector(
  play: PlayRun,
  {
    signal,
    isReplay = false,
  }: { readonly signal?: AbortSignal | undefined; readonly isReplay?: boolean } = {},
) {
  const counterexamples: Counterexample[] = [];
  const unsteady: Found<Flow, Counterexample>['unsteady'][number][] = [];
  const failuresOf = new Map<string, readonly string[]>();
  const known = new Map<string, { readonly schedule: Schedule; readonly of: Counterexample }[]>();
  let extraRuns = 0;
  const playMore: PlayRun = (...given) => {
    extraRuns += 1;
    return play(...given);
  };

  async function playSmallest(flow: Flow, run: Run, broken: Broken): Promise<Run> {
    const schedule = await shrink(run.schedule, async less => {
      const key = keyIn(flow, less);
      const failures = failuresOf.get(key) ?? namesOf(await playMore(flow, less));
      failuresOf.set(key, failures);
      return failures.includes(nameOfFailure(broken));
    });
    return playMore(flow, schedule, true);
  }

  async function addOne(flow: Flow, run: Run, broken: Broken): Promise<void> {
    const name = nameOfFailure(broken);
    const place = `${flow.id} ${name}`;
    const earlier = known.get(place)?.find(({ schedule }) => isPart(schedule, run.schedule));
    if (earlier) {
      earlier.of.runs += 1;
      return;
    }
    const smallest = await playSmallest(flow, run, broken).catch(orStopped(signal, run));
    const { schedule } = smallest;
    const found = smallest.broken.find(one => nameOfFailure(one) === name);
    const isSame = keyOf(schedule) !== keyOf(run.schedule) || smallest.trace === run.trace;
    if (!found || !isSame) {
      unsteady.push({ flow, runs: [run, smallest] });
      return;
    }
    const added = exampleOf(flow, smallest, found);
    const same = counterexamples.find(one => isAlike(one, added));
    if (same) {
      same.also.push({ flow, schedule });
      same.lines.push(...added.lines);
    } else counterexamples.push(added);
    const of = same ?? added;
    of.runs += 1;
    append(known, place, { schedule, of });
  }

  return {
    count: () => counterexamples.length,
    found: (): Found<Flow, Counterexample> => ({ counterexamples, unsteady, extraRuns }),
    /** May play further runs of a broken run, to find the smallest schedule. */
    async add(flow: Flow, run: Run): Promise<void> {
      // A failure is often shrunk to a schedule that was already played, so the names of the failures are kept.
      failuresOf.set(keyIn(flow, run.schedule), namesOf(run));
      for (const broken of run.broken)
        if (isReplay) counterexamples.push({ ...exampleOf(flow, run, broken), runs: 1 });
        else await addOne(flow, run, broken);
    },
  };
}

const exampleOf = (flow: Flow, run: Run, broken: Broken): Counterexample => ({
  flow,
  broken,
  run,
  lines: [`${flow.id}: ${nameOfFailure(broken)}`],
  runs: 0,
  also: [],
});

const keyIn = (flow: Flow, schedule: Schedule): string => `${flow.id} ${keyOf(schedule)}`;

const namesOf = ({ broken }: Run): readonly string[] => broken.map(nameOfFailure);

const isPart = (part: Schedule, whole: Schedule): boolean =>
  part.every(one => whole.some(other => isAt(one, other) && kindOfInjection(one) === kindOfInjection(other)));

/** The same for a person. */
function isAlike(a: Counterexample, b: Counterexample): boolean {
  const textOf = ({ broken, run: { outcome, schedule } }: Counterexample) =>
    [nameOfFailure(broken), outcome, ...schedule.map(stepOf)].join('\n');
  return textOf(a) === textOf(b);
}

/** The same for all products. */
const stepOf = (one: Injection): string =>
  `${one.operation.replace(/^(?:hotel|car|transfer|tour)\./, '')}${'crash' in one ? ' crash' : ''}`;

const maxPlainer = 12;

/** No disturbance can be left out, and no plainer one at the same call fails too. */
export async function shrink(
  schedule: Schedule,
  fails: (schedule: Schedule) => Promise<boolean>,
): Promise<Schedule> {
  for (const simpler of simplerThan(schedule)) if (await fails(simpler)) return shrink(simpler, fails);
  return schedule;
}

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
  // At another time, the failure would be of another sort.
  const earlier = all.slice(0, Math.max(0, place)).filter(one => timeOf(one) === timeOf(injection));
  const earlierCall = injection.nth > 1 ? [{ ...injection, nth: injection.nth - 1 }] : [];
  return [...earlierCall, ...earlier.slice(0, maxPlainer)];
}

function timeOf(one: Injection): string | undefined {
  if ('crash' in one) return 'crash';
  return 'commit' in one.effect ? one.effect.commit : undefined;
}
