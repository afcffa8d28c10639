import type { Result, Scenario } from '#contracts/scenario';
import { closeSandbox, type Sandbox } from '#mock-server';
import {
  breaksInvariant,
  type ClockPace,
  changesBookings,
  findRule,
  isHarmless,
  type JudgeContext,
  judgeEnded,
  type Leak,
  provingExchanges,
  type RuleId,
  type Verdict,
} from '../judge/index.ts';
import { describeBrokenAnswer, type ScenarioReport, type ScenarioState } from '../report/index.ts';
import { booksOf } from './books.ts';
import { judgeContextOf, sandboxStory } from './judge-sandbox.ts';

export interface PassCriteria {
  readonly rules?: ReadonlySet<RuleId> | undefined;
  isKnown(rule: RuleId): boolean;
  /** Whether warnings and inconclusive verdicts also fail the scenario. */
  readonly strict: boolean;
}

/** Closes the sandbox first, so that no further call can arrive. */
export function judgePlay(
  scenario: Scenario,
  play: Play,
  criteria: PassCriteria,
): Omit<ScenarioReport, 'repeat'> {
  const { sandbox, result, trouble, pace, tooSlow } = play;
  const ended = sandbox.clock.now();
  closeSandbox(sandbox);
  const facts = sandbox.journal.read().map(entry => entry.facts);
  const isUnsupported = result?.outcome === 'unsupported' && !facts.some(changesBookings);
  const { task } = scenario;
  const context = { ...contextOf(scenario, play), only: criteria.rules };
  const judgement = judgeEnded({ facts, books: booksOf(sandbox, task), task, result, context });
  const [broken] = judgement.brokenAnswers;
  const all = judgement.verdicts.map(verdict => ofScenario(verdict, scenario, criteria));
  const isNotJudged = isUnsupported || tooSlow !== undefined;
  const verdicts = isNotJudged && !broken ? [] : all;
  const isPart = isNotJudged || broken || criteria.rules;
  const invariants = isPart ? undefined : judgement.invariants;
  return {
    id: scenario.id,
    title: scenario.title,
    ...labelsOf(scenario),
    ...(broken
      ? { state: 'harness-error', reason: describeBrokenAnswer(broken) }
      : isUnsupported
        ? { state: 'not-played', reason: unsupportedText(result) }
        : tooSlow !== undefined
          ? { state: 'unproven', reason: tooSlow }
          : { state: stateOf({ verdicts, invariants }, play, criteria) }),
    seed: sandbox.identity.seed,
    clock: clockIn(pace),
    allowed: [...scenario.outcomes, ...(scenario.tolerated ?? [])],
    ...(result && { outcome: result.outcome }),
    ...(trouble !== undefined && { trouble }),
    calls: judgement.calls,
    tookMs: play.tookMs,
    virtualMs: play.virtualMs,
    ...(play.jumps !== undefined && { jumps: play.jumps }),
    verdicts,
    ...(invariants && { invariants }),
    exchanges: provingExchanges(facts, [...verdicts, ...(invariants ?? [])]),
    ...(facts.length > 0 && { story: sandboxStory(sandbox, { restartedAfter: play.restartedAfter, ended }) }),
    ...(play.output !== '' && { output: play.output }),
  };
}

export const labelsOf = ({ products, tags }: Scenario): Pick<ScenarioReport, 'products' | 'tags'> => ({
  products: [...products],
  ...(tags && tags.length > 0 && { tags: [...tags] }),
});

const clockIn = ({ mode, speed }: Play['pace']) => ({
  mode: mode === 'manual' ? ('auto' as const) : mode,
  speed,
});

const unsupportedText = ({ why }: NonNullable<Play['result']>): string =>
  `The client does not support this task${why ? `: ${why}` : '.'}`;

/** Empty if the client was killed between two exchanges. */
function killedIn(restarts: Scenario['restarts'], restartedAfter: number | undefined): number[] {
  const isDuring = (restarts?.moment ?? 'committed') === 'committed';
  return isDuring && restartedAfter !== undefined ? [restartedAfter] : [];
}

export function contextOf(scenario: Scenario, play: Omit<Play, 'output' | 'tookMs'>): JudgeContext {
  const { sandbox, pace, trouble, kept, leaks, unsearched, cutOffAt, virtualMs, restartedAfter } = play;
  return {
    ...judgeContextOf(sandbox),
    clock: pace,
    scenario,
    trouble,
    state: kept,
    finish: { byItself: cutOffAt === undefined, virtualMs },
    leaks,
    unsearched,
    ...(restartedAfter !== undefined && {
      restartedAfter,
      killedIn: killedIn(scenario.restarts, restartedAfter),
    }),
    ...(cutOffAt !== undefined && { closedAt: cutOffAt }),
  };
}

function ofScenario(verdict: Verdict, { rules: named }: Scenario, criteria: PassCriteria): Verdict {
  return {
    ...verdict,
    ...(named.includes(verdict.rule) && { named: true as const }),
    ...(counts(verdict.verdict, criteria) && criteria.isKnown(verdict.rule) && { known: true as const }),
  };
}

const counts = (verdict: Verdict['verdict'], { strict }: PassCriteria): boolean =>
  verdict === 'fail' || (strict && (verdict === 'warn' || verdict === 'inconclusive'));

function stateOf(
  { verdicts, invariants }: Pick<ScenarioReport, 'verdicts' | 'invariants'>,
  { result }: Play,
  criteria: PassCriteria,
): ScenarioState {
  const some = (is: (verdict: Verdict) => boolean) => verdicts.some(is);
  if (some(({ verdict }) => verdict === 'harness-error')) return 'harness-error';
  if (some(({ verdict, known }) => counts(verdict, criteria) && !known)) return 'broken';
  // A failure that the baseline lists also explains the end of the play.
  if (breaksInvariant(invariants) && !some(({ known }) => known === true)) return 'broken';
  const isMissing = ({ verdict, named, rule }: Verdict) =>
    verdict === 'not-observed' &&
    named === true &&
    !findRule(rule)?.needsShown?.every(field => result?.shownToUser?.[field] === undefined);
  // If the judge cannot decide whether the reported outcome is correct, the scenario proves nothing.
  const isOpen = some(({ verdict, rule }) => rule === 'outcome-as-expected' && verdict === 'inconclusive');
  if (isOpen || some(isMissing)) return 'unproven';
  const isWarned = (one: Verdict) => one.known === true || (one.verdict === 'warn' && !isHarmless(one));
  return some(isWarned) ? 'warned' : 'held';
}

export interface Play {
  /** Still open; `judgePlay` closes it. */
  readonly sandbox: Sandbox;
  readonly pace: ClockPace;
  /** Absent if the client reported no valid result. */
  readonly result?:
    | (NonNullable<JudgeContext['result']> & {
        readonly outcome: Result['outcome'];
        readonly why?: string | undefined;
      })
    | undefined;
  readonly trouble?: string | undefined;
  /** When the runner ended the client after a time-out, in epoch milliseconds of the sandbox clock. */
  readonly cutOffAt?: number | undefined;
  /** Why the runner cannot judge the client, although the client did nothing wrong: it needed too much real time. */
  readonly tooSlow?: string | undefined;
  readonly leaks: readonly Leak[];
  readonly unsearched?: string | undefined;
  /** All that the client has kept for a restart; absent if it is not completely known. */
  readonly kept?: string | undefined;
  /** The last exchange before the restart. */
  readonly restartedAfter?: number | undefined;
  readonly output: string;
  /** Of real time; `virtualMs` on the sandbox clock. */
  readonly tookMs: number;
  readonly virtualMs: number;
  readonly jumps?: number | undefined;
  readonly notes?: readonly string[] | undefined;
}
