import { isFinal, type ServiceStatus } from '#contracts';
import { type Collector, type Counterexample, nameOfFailure, type Unsteady } from '../counterexamples.ts';
import type { MatrixRow } from '../exploration.ts';
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
  /** The bookings and charges that stand at the supplier beyond those without a disturbance. */
  readonly extra: number;
}

/** A rule that the client breaks when an operation is disturbed, with an example that no test notices, if there is one. */
export type Mistake = Counterexample<Test> & { readonly place: string; readonly notice: Notice };

interface Seen extends Pick<Counterexample<Test>, 'flow' | 'broken' | 'run'> {
  readonly base: Run;
}

export interface Mistakes extends Collector<Test> {
  matrix(): MatrixRow[];
  /** Plays the example of each mistake again, for its story, and returns what no test notices first, then what costs most. */
  finish(play: PlayRun<Test>, signal?: AbortSignal): Promise<Mistake[]>;
}

const isRed = ({ run }: Pick<Seen, 'run'>): boolean => run.outcome !== 'green';

/** Collects the runs of a suite, with two verdicts on each: of the rules on the client, and of the test on the run. */
export function createMistakes(effects: Effects): Mistakes {
  const all: Counterexample<Test>[] = [];
  const bases = new Map<string, Run>();
  const rows = new Map<string, Row>();
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
    const known = places.get(`${place}: ${name}`);
    if (known) known.push(seen);
    else places.set(`${place}: ${name}`, [seen]);
    if (!known) all.push({ flow, broken, schedule, run, runs: 1, also: [] });
  }

  return {
    all,
    unsteady,
    extraRuns: () => extraRuns,
    matrix: () => [...rows.values()],
    add(flow, run) {
      const { schedule, state } = run;
      if (schedule.length === 0) bases.set(flow.id, run);
      const base = bases.get(flow.id) ?? run;
      // A rule that the client breaks without a disturbance is one mistake, and not one more for each disturbance.
      const before = schedule.length === 0 ? [] : base.broken.map(nameOfFailure);
      const wrong = run.broken.filter(one => !before.includes(nameOfFailure(one)));
      const isPlayed = state === 'held' || state === 'broken';
      countRun(rows, flow, { run, isPlayed, isWrong: wrong.length > 0 });
      if (isPlayed) for (const broken of wrong) addSeen({ flow, broken, run, base });
    },
    async finish(play, signal) {
      const found: Mistake[] = [];
      for (const [line, seen] of places) {
        const mistake = describe(seen, line.slice(0, line.indexOf(':')), effects);
        const { flow, schedule, run } = mistake;
        // After a stop, no test can be played, so the report has no stories.
        const again = signal?.aborted ? run : await play(flow, schedule, true);
        extraRuns += 1;
        if (again.trace !== run.trace) unsteady.push({ flow, schedule, runs: [run, again] });
        else found.push({ ...mistake, run: again });
      }
      return found.sort((a, b) => costOf(b) - costOf(a));
    },
  };
}

/** Describes a mistake by one of its runs: one that no test notices, if there is one. */
function describe(seen: readonly [Seen, ...Seen[]], place: string, effects: Effects): Mistake {
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
    place,
    notice: {
      effects: new Set(seen.map(effectOf)).size,
      noticed: red.size,
      noticedBy: [...new Set(seen.filter(isRed).map(one => one.flow.id))],
      missedBy: [...new Set(seen.filter(one => !isRed(one)).map(one => one.flow.id))],
      extra: extraOf(example),
    },
  };
}

/** What no test notices comes first, and then what stands at the supplier without need. */
const costOf = ({ notice: { effects, noticed, extra } }: Mistake): number =>
  (effects > noticed ? 1_000 : 0) + extra;

type Row = { -readonly [Name in keyof MatrixRow]: MatrixRow[Name] };

/** Counts a run with one disturbance in the matrix of tests, calls and kinds of faults. */
function countRun(
  rows: Map<string, Row>,
  { id: test }: Test,
  { run, isPlayed, isWrong }: { readonly run: Run; readonly isPlayed: boolean; readonly isWrong: boolean },
): void {
  const [only, second] = run.schedule;
  if (!only || second) return;
  const operation = `${only.operation} ${only.nth}`;
  const kind = 'effect' in only ? only.effect.kind : 'crash';
  const key = `${test} ${operation} ${kind}`;
  const none = { held: 0, broken: 0, heldRed: 0, brokenRed: 0, notApplicable: 0, notReached: 0 };
  const row = rows.get(key) ?? { test, operation, kind, ...none };
  rows.set(key, row);
  if (!isPlayed) row.notReached += 1;
  else row[isWrong ? 'broken' : 'held'] += 1;
  if (isPlayed && isRed({ run }))
    row[isWrong ? 'brokenRed' : 'heldRed'] = (row[isWrong ? 'brokenRed' : 'heldRed'] ?? 0) + 1;
}

const standing = ({ books }: Run): number =>
  books.services.filter(status => !isFinal(status as ServiceStatus)).length + // the books contain only known statuses
  books.charges.filter(status => status !== 'Declined').length;
