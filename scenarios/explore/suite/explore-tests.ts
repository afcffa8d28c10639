import { commandName, once, suggest } from '#contracts/util';
import type { ExplorationReport, ExploredReport } from '../../report/index.ts';
import { quote } from '../../run/node.ts';
import { findTracer } from '../../warp/index.ts';
import { readSuiteBaseline } from '../baseline.ts';
import type { ExploreOptions } from '../explore.ts';
import { type ExploreSetting, exploreAll } from '../explorer.ts';
import { faultsOf, type Schedule } from '../injections.ts';
import { nameOfFailure, type PlayRun, type Run, stateOf, withOutput } from '../play.ts';
import { reportOn } from '../report.ts';
import { resumable } from '../resume.ts';
import { createEffects } from '../search.ts';
import { isProof, withProof } from './cards.ts';
import { createMistakes, type Mistake } from './mistakes.ts';
import { isOpenEnd, type ProcessOptions, playTestWithCommand, type Test } from './play-test.ts';
import { listTests, SuiteError, suiteOf, suiteOfTemplates } from './presets.ts';

/** Options of `exploreTests`. */
export interface ExploreTestsOptions extends Omit<ExploreOptions, 'flows' | 'products'> {
  /** The command of all tests, such as `['pytest', '-q']`. */
  readonly command?: readonly [program: string, ...args: string[]] | undefined;
  /** The command line of one test, with `{test}` for its name; needs `list`. */
  readonly each?: string | undefined;
  /** The command line that prints the name of each test on a line; needs `each`. */
  readonly list?: string | undefined;
  /** The names of the tests to explore; by default all. */
  readonly tests?: readonly string[] | undefined;
  /** Whether a mistake of the client fails the exploration even if a test notices it. */
  readonly strict?: boolean | undefined;
  /** Whether the user of the tests accepts no other price and no other conditions. Then a booking at them is a mistake. */
  readonly declines?: boolean | undefined;
  /** The number of tests that run at the same time; by default 2. */
  readonly jobs?: number | undefined;
  /** The maximum time of one run, in milliseconds of real time; by default a minute. On virtual time, waits take no time. */
  readonly timeout?: number | undefined;
  /** The end of the exploration, in milliseconds of real time from its start; by default no limit. */
  readonly budget?: number | undefined;
}

/** With what the command line adds. */
type SuiteOptions = ExploreTestsOptions &
  Partial<Pick<ProcessOptions, 'profile' | 'inventory' | 'warp'>> &
  Partial<Pick<SuiteSetting, 'known' | 'replay' | 'onProgress' | 'replayOptions' | 'resume'>>;

/**
 * Explores a test suite whose client reads its address from `UNDERSTUDY_BASE_URL`: runs each test with every fault at every call,
 * judges the client by the rules and the books of the supplier, and reports whether a test is red where the client is wrong. On
 * Linux, the waits of the tests take no time.
 *
 * @returns the report. A failure of level `must` is a mistake that no test notices
 * @throws SuiteError if the tests cannot be listed, and UsageError for a wrong line in the baseline
 * @example
 * const { suite, failures } = await exploreTests({ command: ['pytest', '-q'], budget: 600_000 });
 */
export async function exploreTests(options: ExploreTestsOptions): Promise<ExplorationReport> {
  const tracer = await findTracer();
  return exploreTestsWith({ ...options, ...('path' in tracer && { warp: { tracer: tracer.path } }) });
}

export async function exploreTestsWith(options: SuiteOptions): Promise<ExploredReport> {
  const { command, seed = 'understudy', timeout = 60_000, depth = 1, jobs = 2, strict = false } = options;
  const { known = readSuiteBaseline(options.baseline ?? '') } = options;
  const suite = suiteFor(options);
  const processes = { ...options, seed, timeout };
  const all = await listTests(suite, command, processes);
  const flows = select(all, options.tests);
  return exploreSuite({
    ...options,
    flows,
    others: all.filter(one => !flows.includes(one)),
    seed,
    depth,
    jobs,
    strict,
    known,
    play: playTestWithCommand(processes),
    whole: suite.list && command && { id: 'the whole suite', command },
    framework: suite.framework,
  });
}

function suiteFor({ command, each, list }: ExploreTestsOptions) {
  if ((each === undefined) !== (list === undefined))
    throw new SuiteError('--list names the tests, and --each runs one of them; give both, or none');
  if (each?.includes('{test}') === false)
    throw new SuiteError(`"${each}" does not say where the name of the test belongs; write {test} there`);
  if (each !== undefined && list !== undefined) return suiteOfTemplates(each, list);
  if (command) return suiteOf(command);
  throw new SuiteError('give the command of your tests, such as: pytest -q');
}

function select(tests: readonly Test[], wanted: readonly string[] = []): readonly Test[] {
  const ids = tests.map(({ id }) => id);
  const unknown = wanted.find(one => !ids.includes(one));
  if (unknown !== undefined)
    throw new SuiteError(
      `there is no test "${unknown}"; ${suggest(unknown, ids, `the first test is ${ids[0]}`)}`,
    );
  return wanted.length === 0 ? tests : tests.filter(({ id }) => wanted.includes(id));
}

/** The flows are tests. */
export interface SuiteSetting extends ExploreSetting<Test> {
  /** Tests that are not selected. A line of the baseline can belong to them. */
  readonly others?: readonly Test[];
  /** All tests at once, if they can also run alone. */
  readonly whole?: Test | undefined;
  readonly framework?: string | undefined;
  readonly strict: boolean;
}

export async function exploreSuite(setting: SuiteSetting): Promise<ExploredReport> {
  const { flows, others = [], whole, signal, strict, replay } = setting;
  const files = flows.map(({ id }) => id.split(/::| > /)[0] ?? id);
  const play = withoutBase(await resumable(setting, files));
  const effects = createEffects();
  const mistakes = createMistakes(effects, replay ? others : []);
  const playWhole = once(() => whole && play(whole, []));
  const [test] = flows;
  if (replay && test) mistakes.add(test, await play(test, []));
  const explored = await exploreAll<Test>(
    { ...setting, play },
    {
      collector: mistakes,
      shared: effects,
      whyNot: async (_, { outcome, test: { problem, output = '' } = {} }) =>
        outcome === 'red' && (await playWhole())?.outcome === 'green'
          ? withOutput(needsOthers, output)
          : problem,
      probe: (flow, base) => probe(play, flow, base),
    },
  );
  const found = await mistakes.finish(play, signal);
  const { counterexamples } = found;
  const lost = lostIn(counterexamples);
  const played = explored.played.map(one =>
    lost.has(one.schedule) ? { ...one, state: 'broken' as const } : one,
  );
  const report = await reportOn({ ...explored, played }, found, setting, {
    options: ['--tests', '--test'],
    detailsOf: one => detailsOf(one, setting),
    isExplored: () => others.length === 0 && !replay,
  });
  const certain = counterexamples.filter(({ broken }) => broken.level === 'must');
  const sum = (of: readonly number[]) => of.reduce((total, number) => total + number, 0);
  return {
    ...report,
    suite: {
      strict,
      right: sum(report.matrix.map(({ held }) => held)),
      wrong: sum(report.matrix.map(({ broken }) => broken)),
      effects: sum(certain.map(({ notice }) => notice.effects)),
      noticed: sum(certain.map(({ notice }) => notice.noticed)),
    },
  };
}

const needsOthers =
  'red alone, but the whole suite is green: it needs another test before it, so let it set up its own state';

/** Delays the first call and refuses the next operation, which shows parallel calls, and tests that are repeated when they are red. */
async function probe(play: PlayRun<Test>, test: Test, { calls }: Run): Promise<string | undefined> {
  const [first] = calls;
  if (!first) return 'called only unknown addresses: check the paths of its client';
  const { operation } = first;
  const second = calls.find(one => one.operation !== operation);
  const delay = { ...first, effect: { kind: 'delay', by: 'PT2S' } } as const;
  const refusal =
    second && ({ ...second, effect: { kind: 'status', status: 400, commit: 'never' } } as const);
  const run = await play(test, refusal ? [delay, refusal] : [delay]);
  const { overlap } = run.test ?? {};
  if (overlap !== undefined)
    return `runs in parallel inside: ${overlap} is called while another ${overlap} is open, so no call has a certain number; run its tests one after the other`;
  const beginnings = (all: Run['calls']) => all.filter(call => call.operation === operation).length;
  return refusal && beginnings(run.calls) > beginnings(calls)
    ? `repeats itself: after a refused ${refusal.operation} it began again with ${operation}, so a red test may become green; switch off the retries of the test runner`
    : undefined;
}

/** The schedules of runs whose loss no test notices. Until all tests have been played, these runs count as held. */
const lostIn = (mistakes: readonly Mistake[]): ReadonlySet<Schedule> =>
  new Set(
    mistakes
      .filter(({ broken }) => broken.invariant === 'truth-told' && broken.level === 'must')
      .flatMap(({ run, also }) => [run.schedule, ...also.map(one => one.schedule)]),
  );

function detailsOf(
  { flow, broken, notice, run: { schedule }, lines: [line] }: Mistake,
  { strict, framework = 'other' }: SuiteSetting,
) {
  const isNoticed = notice.noticed === notice.effects;
  return {
    level: isNoticed && !strict ? ('should' as const) : broken.level,
    message: `${withoutTimes(broken.message)}${isOpenEnd(broken) ? wayOut(line) : ''}`,
    suite: { ...notice, fixture: fixtureOf(framework, flow, schedule) },
  };
}

const wayOut = (line = ''): string =>
  ` If your client hands such a booking to a program that looks it up later, it is right; name this finding in the baseline: "${line}".`;

/** Times differ by milliseconds between two equal runs. */
const withoutTimes = (message: string): string =>
  message
    .replaceAll(/ (?:at|between|and|until|since|from) (?:\d{4}-\d\d-\d\d[ T])?\d\d:\d\d:\d\d(?:\.\d+)?/g, '')
    .replaceAll(/Retry-After \w{3}, [^.;]*? GMT/g, 'a date in Retry-After')
    .replaceAll(/\b\d+ ms\b/g, 'less than a second')
    .replaceAll(/\b\d+\.\d+ seconds/g, text => `${Math.round(Number.parseFloat(text))} seconds`);

/** A rule that the client breaks without a disturbance is one mistake, and not one more for each disturbance. */
function withoutBase(play: PlayRun<Test>): PlayRun<Test> {
  const bases = new Map<string, Run>();
  return async (test, schedule, tell) => {
    const run = await play(test, schedule, tell);
    const base = bases.get(test.id);
    if (schedule.length === 0) bases.set(test.id, run);
    if (schedule.length === 0 || !base) return run;
    const known = base.broken.map(nameOfFailure);
    const broken = run.broken
      .map(one => withProof(one, run, base))
      .filter(one => isProof(one) || !known.includes(nameOfFailure(one)));
    const isJudged = run.state === 'broken' || run.state === 'warned';
    return { ...run, broken, state: isJudged ? stateOf(true, broken) : run.state };
  };
}

/** The helper for Vitest, or the variable that `exec` reads. */
function fixtureOf(framework: string, { command }: Test, schedule: Schedule): string[] {
  const faults = faultsOf(schedule);
  if (faults.length === 0) return [];
  if (framework === 'vitest')
    return faults.map(fault => `arm(${typeof fault === 'string' ? `'${fault}'` : JSON.stringify(fault)});`);
  const [only, second] = faults;
  const value = typeof only === 'string' && !second ? only : JSON.stringify(faults);
  return [`UNDERSTUDY_FAULT=${quote(value)} ${commandName} exec -- ${command.map(quote).join(' ')}`];
}
