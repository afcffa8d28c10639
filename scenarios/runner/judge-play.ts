import type { Scenario } from '#contracts/scenario';
import { closeSandbox, judgeContextOf } from '#mock-server';
import { provingExchanges, reportVerdict } from '../judge/judged/index.ts';
import type { ReportedVerdict, ScenarioReport, ScenarioState } from '../judge/report/index.ts';
import {
  describeBrokenAnswer,
  isHasty,
  type JudgeContext,
  judge,
  type RuleId,
  type Verdict,
  whyHasty,
} from '../judge/rules/index.ts';
import { supplierSide } from '../play/supplier-side.ts';
import type { Play } from './play.ts';

/** By what a play is judged, beside the rules themselves. */
export interface Bar {
  /** The rules that count; all when absent. */
  readonly rules?: ReadonlySet<RuleId> | undefined;
  /** Whether the baseline lists a rule for this scenario. */
  isKnown(rule: RuleId): boolean;
  /** Warnings and what nobody can tell count as broken, too. */
  readonly strict: boolean;
}

/** Closes the sandbox of a play, so that what was not sent by then never came, and judges what it has seen. */
export function judgePlay(scenario: Scenario, play: Play, bar: Bar): Omit<ScenarioReport, 'repeat'> {
  const { sandbox, result, trouble, pace } = play;
  closeSandbox(sandbox);
  const facts = sandbox.journal.read().map(entry => entry.facts);
  const context = contextOf(scenario, play);
  const [broken] = context.brokenAnswers ?? [];
  const verdicts = judge(facts, context)
    .filter(({ rule }) => !bar.rules || bar.rules.has(rule))
    .map(verdict => ofScenario(withTrouble(verdict, trouble, context), scenario, bar));
  return {
    id: scenario.id,
    title: scenario.title,
    ...(broken
      ? { state: 'harness-error', reason: describeBrokenAnswer(broken) }
      : { state: stateOf(verdicts, play, bar) }),
    seed: sandbox.identity.seed,
    clock: { mode: pace.mode === 'manual' ? 'auto' : pace.mode, speed: pace.speed },
    allowed: [...scenario.outcomes, ...(scenario.tolerated ?? [])],
    ...(result && { outcome: result.outcome }),
    ...(trouble !== undefined && { trouble }),
    calls: facts.length,
    tookMs: play.tookMs,
    virtualMs: play.virtualMs,
    verdicts,
    exchanges: provingExchanges(facts, verdicts),
    ...(play.output !== '' && { output: play.output }),
  };
}

function contextOf(scenario: Scenario, { sandbox, pace, result, leaks, cutOffAt }: Play): JudgeContext {
  return {
    ...judgeContextOf(sandbox),
    clock: pace,
    task: scenario.task,
    scenario,
    ...(result && { result }),
    supplier: supplierSide(sandbox, scenario.task),
    leaks,
    ...(cutOffAt !== undefined && { closedAt: cutOffAt }),
  };
}

/** A client that says nothing, or does not end by itself, has reported no outcome that a scenario allows. */
function withTrouble(verdict: Verdict, trouble: string | undefined, context: JudgeContext): Verdict {
  if (trouble === undefined || verdict.rule !== 'outcome-as-expected') return verdict;
  const expected = 'plays the task once, writes its result to the file of UNDERSTUDY_RESULT, and ends';
  const { reason: _, ...rest } = verdict;
  if (isHasty(context))
    return {
      ...rest,
      verdict: 'inconclusive',
      findings: [],
      reason: `${whyHasty(context)}; the client: ${trouble}`,
    };
  return {
    ...rest,
    verdict: 'fail',
    findings: [{ exchanges: [], message: `The client: ${trouble}`, expected }],
  };
}

function ofScenario(verdict: Verdict, { rules: named }: Scenario, bar: Bar): ReportedVerdict {
  return {
    ...reportVerdict(verdict),
    ...(named.includes(verdict.rule) && { named: true as const }),
    ...(counts(verdict.verdict, bar) && bar.isKnown(verdict.rule) && { known: true as const }),
  };
}

/** Whether a verdict makes a run fail, but for the baseline. */
const counts = (verdict: Verdict['verdict'], { strict }: Bar): boolean =>
  verdict === 'fail' || (strict && (verdict === 'warn' || verdict === 'inconclusive'));

/** Rules that a client may only exercise by telling what its user was shown, which it need not. */
const needShown: readonly RuleId[] = [
  'taxes-not-summed',
  'more-information-shown',
  'price-change-confirmed',
  'retoken-outcome-honoured',
];

function stateOf(verdicts: readonly ReportedVerdict[], { result }: Play, bar: Bar): ScenarioState {
  const some = (is: (verdict: ReportedVerdict) => boolean) => verdicts.some(is);
  if (some(({ verdict }) => verdict === 'harness-error')) return 'harness-error';
  if (some(({ verdict, known }) => counts(verdict, bar) && !known)) return 'broken';
  const isMissing = ({ verdict, named, rule }: ReportedVerdict) =>
    verdict === 'not-observed' &&
    named === true &&
    !(needShown.includes(rule) && result?.shownToUser === undefined);
  // Where nobody can say whether the task ended as it should, nothing is shown.
  const isOpen = some(({ verdict, rule }) => rule === 'outcome-as-expected' && verdict === 'inconclusive');
  if (isOpen || some(isMissing)) return 'unproven';
  return some(({ verdict, known }) => verdict === 'warn' || known === true) ? 'warned' : 'held';
}
