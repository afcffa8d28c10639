import { version } from '#contracts';
import { type Outcome, outcomes, type Scenario } from '#contracts/scenario';
import { commandName } from '#contracts/util';
import { type ExplorationFailure, type ExploredReport, exitCodeOf } from '../report/index.ts';
import { quote } from '../run/node.ts';
import { type Counterexample, nameOfFailure } from './counterexamples.ts';
import { countsOf, type Exploration } from './exploration.ts';
import type { Subject } from './flows.ts';
import { noCalls, type PlayRun, type Run, traceLines } from './play.ts';
import { scenarioOf, writeInjection, writeSchedule } from './shorthand.ts';
import { injectionText } from './story.ts';

export interface ReportSetting {
  readonly command?: readonly string[] | undefined;
  readonly seed: string;
  readonly known?: readonly string[] | undefined;
  readonly replayOptions?: readonly string[] | undefined;
}

interface Described<S extends Subject, C extends Counterexample<S>> {
  /** The lines of the baseline that name the failure. The first one is of its example. */
  linesOf(one: C): string[];
  /** Of `explore`. */
  optionsOf(subject: S): string[];
  detailsOf(one: C, number: number): Promise<Partial<ExplorationFailure>> | Partial<ExplorationFailure>;
  /** Whether the failure of a line would have been found. */
  isExplored(line: string): boolean;
}

/** @param reference plays the reference client, which gives the expectation of the scenarios */
export const explorationReport = (
  exploration: Exploration,
  setting: ReportSetting & { readonly reference: PlayRun },
): Promise<ExploredReport> =>
  reportOn(exploration, setting, {
    linesOf: ({ flow, broken, also }) =>
      [flow, ...also.map(one => one.flow)].map(({ id }) => `${id}: ${nameOfFailure(broken)}`),
    optionsOf: ({ id }) => ['--flow', id],
    detailsOf: async (one, number) => ({
      scenario: { ...(await regressionOf(one, number, setting.reference)) },
    }),
    isExplored: line =>
      exploration.flows.some(({ id, state }) => state === 'explored' && line.startsWith(`${id}:`)),
  });

export async function reportOn<S extends Subject, C extends Counterexample<S>>(
  exploration: Exploration<S, C>,
  setting: ReportSetting,
  described: Described<S, C>,
): Promise<ExploredReport> {
  const { counterexamples, unsteady, flows, played, ended, depth, skipped, left, extraRuns } = exploration;
  const { command, seed, known = [] } = setting;
  const happened = new Set(counterexamples.flatMap(one => described.linesOf(one)));
  const isStale = (line: string) => !happened.has(line) && described.isExplored(line);
  // Later runs could have shown the failure.
  const stale = ended === 'complete' ? known.filter(isStale) : [];
  const failures: ExplorationFailure[] = [];
  for (const [index, one] of counterexamples.entries())
    failures.push({ ...failureOf(one, setting, described), ...(await described.detailsOf(one, index + 1)) });
  const isBroken = failures.some(({ level, known: isKnown }) => level === 'must' && !isKnown);
  const isUnsteady = unsteady.length > 0 || flows.some(({ state }) => state === 'non-deterministic');
  const isNothing = flows.every(({ state }) => state !== 'explored');
  const isGap = flows.some(({ state, outcome }) => state === 'not-played' && !harmless.includes(outcome));
  return {
    format: 'understudy-exploration',
    version: 1,
    understudy: version,
    command: command ? [...command] : null,
    seed,
    exitCode: exitCodeOf({
      isBroken: isBroken || stale.length > 0,
      isUnproven: isUnsteady || isNothing || isGap,
    }),
    ended,
    depth,
    ...countsOf(played, depth),
    skipped,
    left,
    extraRuns,
    flows,
    failures,
    pictures: counterexamples.map(({ run, broken }) => ({ story: run.picture, exchanges: broken.exchanges })),
    unsteady: unsteady.map(({ flow, schedule, runs }) => ({
      flow: flow.id,
      schedule: writeSchedule(schedule),
      traces: runs.map(traceLines),
    })),
    stale,
  };
}

/** The outcomes of a client that does not play a flow, and of a test that calls no supplier. */
const harmless: readonly string[] = ['unsupported', noCalls];

function failureOf<S extends Subject, C extends Counterexample<S>>(
  one: C,
  setting: ReportSetting,
  { linesOf, optionsOf }: Described<S, C>,
): ExplorationFailure {
  const { flow, broken, schedule, run, runs, also } = one;
  const { command = [], replayOptions = [] } = setting;
  // Each exploration begins with the run without a disturbance.
  const replay =
    schedule.length === 0
      ? ['--budget', '1']
      : schedule.flatMap(injection => ['--replay', writeInjection(injection)]);
  const words = [
    'explore',
    ...optionsOf(flow),
    ...replay,
    '--seed',
    setting.seed,
    ...replayOptions,
    ...(command.length > 0 ? ['--', ...command] : []),
  ];
  return {
    flow: flow.id,
    invariant: broken.invariant,
    ...(broken.rule !== undefined && { rule: broken.rule }),
    level: broken.level,
    ...(setting.known?.includes(linesOf(one)[0] ?? '') && { known: true as const }),
    message: broken.message,
    disturbances: schedule.map(injectionText),
    schedule: writeSchedule(schedule),
    outcome: run.outcome,
    books: { services: [...run.books.services], charges: [...run.books.charges] },
    story: [...(run.story ?? [])],
    runs,
    also: also.map(other => ({ flow: other.flow.id, schedule: writeSchedule(other.schedule) })),
    replay: [commandName, ...words.map(quote)].join(' '),
  };
}

/** With these, a client may give up or leave the booking open. The books show whether they are true. */
const cautious = ['ask-support', 'pending', 'error', 'failed', 'unavailable'] as const;

/** Expects what the reference client does, or else what the books allow. A more cautious client passes, because an exploration accepts it. */
export async function regressionOf(
  { flow, schedule, broken }: Counterexample,
  number: number,
  reference: PlayRun,
): Promise<Scenario> {
  const { clocks: _, trigger: __, surname: ___, ...rest } = scenarioOf(flow, schedule);
  const right = await reference(flow, schedule);
  const allowed = outcomesOf(right);
  // If the client gave up without need, only the outcome of the reference client shows that it no longer does.
  const isGivenUp = broken.level === 'should' || broken.rule === 'outcome-as-expected';
  const tolerated = isGivenUp ? [] : cautious.filter(outcome => !allowed.includes(outcome));
  return {
    ...rest,
    id: `explored-${flow.id}-${number}`,
    title: `A client broke ${broken.invariant} after: ${schedule.map(injectionText).join('; ') || 'no disturbance'}.`,
    tags: ['explored'],
    rules: ['outcome-as-expected'],
    outcomes: allowed,
    ...(tolerated.length > 0 && { tolerated }),
    truth: {
      services: [...right.books.services] as Scenario['truth']['services'], // the books contain only known statuses
      ...(right.books.charges.length > 0 && {
        charges: [...right.books.charges] as NonNullable<Scenario['truth']['charges']>,
      }),
    },
  };
}

function outcomesOf({ outcome, state, books }: Run): [Outcome, ...Outcome[]] {
  const reported = outcomes.find(one => one === outcome);
  if (state !== 'broken' && reported !== undefined) return [reported];
  const isConfirmed = books.services.length > 0 && books.services.every(status => status === 'confirmed');
  return isConfirmed ? ['confirmed', 'ask-support'] : ['ask-support', 'pending'];
}
