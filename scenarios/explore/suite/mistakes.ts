import { isFinal, type ServiceStatus } from '#contracts';
import { type Collector, type Counterexample, nameOfFailure, type Unsteady } from '../counterexamples.ts';
import type { Effects } from '../injections.ts';
import type { PlayRun, Run } from '../play.ts';
import type { Test } from './play-test.ts';

/** What the tests say about a mistake of their client. */
export interface Notice {
  /** Disturbances to which the client reacts in the same way are one effect. A test that is red under one of them notices it. */
  readonly effects: number;
  readonly noticed: number;
  readonly noticedBy: string[];
  readonly missedBy: string[];
  /** The number of bookings and charges at the supplier beyond those without a disturbance. */
  readonly extra: number;
}

/** A rule that the client breaks when an operation is disturbed, with an example that no test notices, if there is one. */
export type Mistake = Counterexample<Test> & { readonly baselineLine: string; readonly notice: Notice };

interface Seen extends Pick<Counterexample<Test>, 'flow' | 'broken' | 'run'> {
  readonly base: Run;
}

export interface Mistakes extends Collector<Test> {
  /** Plays the example of each mistake again, for its story, and returns the most important mistake first. */
  finish(play: PlayRun<Test>, signal?: AbortSignal): Promise<Mistake[]>;
}

const isRed = ({ run }: Seen): boolean => run.test?.isRed === true;

/** Collects the runs of a suite, with two verdicts on each: of the rules on the client, and of the test on the run. */
export function createMistakes(effects: Effects): Mistakes {
  const all: Counterexample<Test>[] = [];
  const bases = new Map<string, Run>();
  const places = new Map<string, [Seen, ...Seen[]]>();
  const unsteady: Unsteady<Test>[] = [];
  let extraRuns = 0;

  function addSeen(seen: Seen): void {
    const { flow, broken, run } = seen;
    const { schedule } = run;
    const name = nameOfFailure(broken);
    const isOf = (operation: string) =>
      places.get(`${operation}: ${name}`)?.some(one => one.flow.id === flow.id);
    // A pair shows nothing new if one of its disturbances is enough.
    if (schedule.length > 1 && schedule.some(one => isOf(one.operation))) return;
    const place = schedule.map(one => one.operation).join('+') || 'none';
    const line = `${place}: ${name}`;
    const known = places.get(line);
    if (known) known.push(seen);
    else places.set(line, [seen]);
    if (!known) all.push({ flow, broken, schedule, run, runs: 1, also: [] });
  }

  return {
    all,
    unsteady,
    extraRuns: () => extraRuns,
    add(flow, run) {
      if (run.schedule.length === 0) bases.set(flow.id, run);
      const base = bases.get(flow.id) ?? run;
      if (run.state === 'broken') for (const broken of run.broken) addSeen({ flow, broken, run, base });
    },
    async finish(play, signal) {
      const found: Mistake[] = [];
      for (const [line, seen] of places) {
        const mistake = describe(seen, line, effects);
        const { flow, schedule, run } = mistake;
        // After a stop, no test can be played, so the report has no stories.
        const again = await play(flow, schedule, true).catch((error: unknown) => {
          if (!signal?.aborted) throw error;
          return run;
        });
        extraRuns += 1;
        if (again.trace !== run.trace) unsteady.push({ flow, schedule, runs: [run, again] });
        else found.push({ ...mistake, run: again });
      }
      return found.sort((a, b) => costOf(b) - costOf(a));
    },
  };
}

/** Describes a mistake by one of its runs: one that no test notices, if there is one. */
function describe(seen: readonly [Seen, ...Seen[]], baselineLine: string, effects: Effects): Mistake {
  const effectOf = ({ run }: Seen) => run.schedule.map(one => effects.effectOf(one)).join('+');
  const red = new Set(seen.filter(isRed).map(effectOf));
  const missed = seen.filter(one => !red.has(effectOf(one)));
  const extraOf = ({ run, base }: Seen) => standing(run) - standing(base);
  const [example = seen[0]] = missed.sort((a, b) => extraOf(b) - extraOf(a));
  const { flow, broken, run } = example;
  const others = seen.filter(one => one !== example);
  return {
    flow,
    broken,
    schedule: run.schedule,
    run,
    runs: seen.length,
    also: others.map(one => ({ flow: one.flow, schedule: one.run.schedule })),
    baselineLine,
    notice: {
      effects: new Set(seen.map(effectOf)).size,
      noticed: red.size,
      noticedBy: [...new Set(seen.filter(isRed).map(one => one.flow.id))],
      missedBy: [...new Set(seen.filter(one => !isRed(one)).map(one => one.flow.id))],
      extra: extraOf(example),
    },
  };
}

/** Mistakes that no test notices come first, and then those that leave the most bookings and charges at the supplier. */
const costOf = ({ notice: { effects, noticed, extra } }: Mistake): number =>
  (effects > noticed ? 1_000 : 0) + extra;

const standing = ({ books }: Run): number =>
  books.services.filter(status => !isFinal(status as ServiceStatus)).length + // the books contain only known statuses
  books.charges.filter(status => status !== 'Declined').length;
