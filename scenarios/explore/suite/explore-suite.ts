import { systemClock } from '#contracts';
import { commandName } from '#contracts/util';
import { invariants } from '../../judge/index.ts';
import type { ExploredReport } from '../../report/index.ts';
import { quote, readKnown } from '../../run/node.ts';
import { nameOfFailure } from '../counterexamples.ts';
import { type ExploreSetting, exploreAll } from '../explore-flows.ts';
import { createEffects } from '../injections.ts';
import type { PlayRun } from '../play.ts';
import { replay } from '../replay.ts';
import { reportOn } from '../report.ts';
import { faultsOf, type Schedule } from '../shorthand.ts';
import { createMistakes, type Mistake, type Mistakes } from './mistakes.ts';
import type { Test, TestRun } from './play-test.ts';
import { createQuestions, probe } from './questions.ts';

export interface SuiteSetting extends Omit<ExploreSetting<Test>, 'flows' | 'clock'> {
  readonly tests: readonly Test[];
  /** Whether the user has selected some tests. Then a line of the baseline can belong to another test. */
  readonly isSelection?: boolean;
  /** All tests at once, if they can also run alone. */
  readonly whole?: Test | undefined;
  readonly framework?: string | undefined;
  readonly seed: string;
  /** Whether a mistake that a test notices fails the exploration, too. */
  readonly strict: boolean;
  /** Plays one run of each test with this schedule, in place of an exploration. */
  readonly replay?: Schedule | undefined;
  readonly known?: readonly string[] | undefined;
  readonly command?: readonly string[] | undefined;
  /** The options that a command needs to play a run again in the same way. */
  readonly replayOptions?: readonly string[];
}

/** Plays each fault at each call of each test, and reports where the client is wrong, and whether a test notices it. */
export async function exploreSuite(setting: SuiteSetting): Promise<ExploredReport> {
  const { tests, signal, strict, known = [] } = setting;
  const play = withoutBase(setting.play);
  const effects = createEffects();
  const mistakes = createMistakes(effects);
  const ask = createQuestions(play, setting.whole);
  const exploration = setting.replay
    ? await replayTest({ ...setting, play }, mistakes)
    : await exploreAll<Test>({
        ...setting,
        play,
        flows: tests,
        clock: systemClock,
        collector: mistakes,
        shared: effects,
        whyNot: (_, base) => ask(base as TestRun), // `play` returns test runs
        probe: (test, base) => probe(play, test, base),
      });
  const counterexamples = await mistakes.finish(play, signal);
  const { matrix } = exploration;
  const found = { ...exploration, counterexamples, unsteady: mistakes.unsteady };
  const happened = new Set(counterexamples.map(one => one.baselineLine));
  const isWhole = exploration.ended === 'complete' && !setting.isSelection;
  const report = await reportOn({ ...found, extraRuns: mistakes.extraRuns() }, setting, {
    lineOf: one => one.baselineLine,
    optionsOf: ({ id }) => ['--tests', '--test', id],
    detailsOf: one => detailsOf(one, setting),
    stale: isWhole ? known.filter(line => !happened.has(line)) : [],
  });
  const certain = counterexamples.filter(({ broken }) => broken.level === 'must');
  const sum = (of: readonly number[]) => of.reduce((total, number) => total + number, 0);
  return {
    ...report,
    suite: {
      strict,
      right: sum(matrix.map(({ held }) => held)),
      wrong: sum(matrix.map(({ broken }) => broken)),
      effects: sum(certain.map(({ notice }) => notice.effects)),
      noticed: sum(certain.map(({ notice }) => notice.noticed)),
    },
  };
}

function detailsOf(
  { flow, broken, notice, schedule }: Mistake,
  { strict, framework = 'other' }: SuiteSetting,
) {
  const isNoticed = notice.noticed === notice.effects;
  return {
    level: isNoticed && !strict ? ('should' as const) : broken.level,
    message: withoutTimes(broken.message),
    suite: { ...notice, fixture: fixtureOf(framework, flow, schedule) },
  };
}

/** Removes instants and rounds durations, because they differ by milliseconds between two equal runs. */
const withoutTimes = (message: string): string =>
  message
    .replaceAll(/ (?:at|between|and|until|since|from) (?:\d{4}-\d\d-\d\d[ T])?\d\d:\d\d:\d\d(?:\.\d+)?/g, '')
    .replaceAll(/\b\d+ ms\b/g, 'less than a second')
    .replaceAll(/\b\d+\.\d+ seconds/g, text => `${Math.round(Number.parseFloat(text))} seconds`);

/** A rule that the client breaks without a disturbance is one mistake, and not one more for each disturbance. */
function withoutBase(play: PlayRun<Test>): PlayRun<Test> {
  const bases = new Map<string, readonly string[]>();
  return async (test, schedule, tell) => {
    const run = await play(test, schedule, tell);
    const known = bases.get(test.id);
    if (schedule.length === 0) bases.set(test.id, run.broken.map(nameOfFailure));
    if (schedule.length === 0 || !known) return run;
    const broken = run.broken.filter(one => !known.includes(nameOfFailure(one)));
    return { ...run, broken, state: run.state === 'broken' && broken.length === 0 ? 'held' : run.state };
  };
}

/** Plays one run of one test again. */
async function replayTest({ tests: [test], play, replay: schedule = [] }: SuiteSetting, mistakes: Mistakes) {
  if (!test) throw new Error('a replay needs a test');
  mistakes.add(test, await play(test, []));
  const run = await play(test, schedule);
  mistakes.add(test, run);
  return replay(async () => run, test, schedule);
}

const ids: readonly string[] = invariants.map(({ id }) => id);

/** Parses the baseline of a suite, which has a line `operation: invariant` for each known mistake. */
export const readSuiteBaseline = (text: string): string[] =>
  readKnown(text, (operation, mistake, line) =>
    ids.includes(mistake) || /^rules\s+[\w-]+$/.test(mistake)
      ? { line: `${operation}: ${mistake.replace(/\s+/g, ' ')}` }
      : `"${line}" does not have the form "operation: invariant", such as "hotel.doBooking: rules no-blind-rebooking"`,
  ).map(({ line }) => line);

/**
 * Returns the lines that arm the faults of a schedule: the helper for Vitest, or the variable that `exec` reads. For other
 * frameworks, the test is run under `exec`.
 */
function fixtureOf(framework: string, { command }: Test, schedule: Schedule): string[] {
  const faults = faultsOf(schedule);
  if (faults.length === 0) return [];
  if (framework === 'vitest')
    return faults.map(fault => `arm(${typeof fault === 'string' ? `'${fault}'` : JSON.stringify(fault)});`);
  const [only, second] = faults;
  const value = typeof only === 'string' && !second ? only : JSON.stringify(faults);
  return [`UNDERSTUDY_FAULT=${quote(value)} ${commandName} exec -- ${command.map(quote).join(' ')}`];
}
