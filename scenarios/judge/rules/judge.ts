import type { Exchange } from '#contracts/exchange';
import { type Facts, projectFacts } from '#contracts/exchange';
import { readTraffic, type Traffic } from '../traffic/index.ts';
import type { BrokenAnswer, JudgeContext } from './context.ts';
import type { Finding, Opinion } from './opinion.ts';
import type { RuleLevel, RuleRow } from './rule.ts';
import { type RuleId, rules } from './table.ts';
import { clockOf, isHasty, whyHasty } from './time.ts';

/** All that can come of judging a rule. */
export const verdictWords = [
  /** Something showed it, and nothing was wrong. */
  'pass',
  /** A rule that a client must keep was broken. */
  'fail',
  /** A rule that it should keep was broken, or one of which another reading of the specification allows it. */
  'warn',
  /** Nothing in the traffic showed it. */
  'not-observed',
  /** The traffic cannot tell. */
  'inconclusive',
  /** The rule itself failed, or the stand-in broke its own contract, which says nothing of the client. */
  'harness-error',
] as const;

/** What came of judging one rule. */
export interface Verdict {
  readonly rule: RuleId;
  readonly level: RuleLevel;
  readonly verdict: (typeof verdictWords)[number];
  /** The first of them, in order. */
  readonly findings: readonly Finding[];
  /** How many more there are. */
  readonly more?: number;
  /** Why it was not observed, cannot be told, or failed. */
  readonly reason?: string;
}

/** More than anybody reads; a client that errs in every call must not fill the memory. */
const mostFindings = 100;

/**
 * Judges recorded exchanges by every rule, each by itself: pure, so the same exchanges always get the same verdicts.
 *
 * @param recorded exchanges in order of their numbers, or their facts; masked either way
 * @param context what traffic cannot show; rules that need more than is given are not observed
 * @returns one verdict a rule, in the order of the table. Never throws for what a rule does.
 * @example judge(facts).filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule)
 */
export function judge(recorded: readonly (Facts | Exchange)[], context: JudgeContext = {}): Verdict[] {
  const facts = recorded.map(one => ('request' in one ? one : projectFacts(one)));
  const traffic = readTraffic(facts, {
    killedAt: context.scenario?.restarts?.at,
    isOneTask: context.task !== undefined,
    lookups: lookupsOf(context),
  });
  return rules.map(rule => judgeRule(rule, traffic, context));
}

const lookupsOf = ({ task }: JudgeContext): number =>
  (task?.steps ?? []).reduce((sum, step) => sum + (step.do === 'lookups' ? step.count : 0), 0);

function judgeRule(
  rule: RuleRow & { readonly id: RuleId },
  traffic: Traffic,
  context: JudgeContext,
): Verdict {
  const { id, level } = rule;
  try {
    return { rule: id, level, ...decide(rule, rule.judge(traffic, context), context) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { rule: id, level, verdict: 'harness-error', findings: [], reason };
  }
}

type Decision = Omit<Verdict, 'rule' | 'level'>;

/** What an opinion comes to by the level of its rule, the clock, and what the journal has lost. */
export function decide(rule: RuleRow, opinion: Opinion, context: JudgeContext): Decision {
  const { isObserved, isDoubtful, reason } = opinion;
  const { mode } = clockOf(context);
  const { lostFacts: lost = 0, brokenAnswers: [broken] = [] } = context;
  const cannotTell = (why: string): Decision => ({ verdict: 'inconclusive', findings: [], reason: why });
  const hasCases = isObserved || isDoubtful === true;
  if (hasCases && rule.modes && !rule.modes.includes(mode))
    return cannotTell(`on a ${mode} clock the time between two calls is not the client's`);
  if (opinion.findings.length > 0 && !rule.standsAlone && isHasty(context))
    return cannotTell(whyHasty(context));
  if (opinion.findings.length > 0 && broken)
    return { verdict: 'harness-error', findings: [], reason: describeBrokenAnswer(broken) };
  if (opinion.findings.length > 0 && !(lost > 0 && rule.looksBack)) return found(rule.level, opinion);
  if (lost > 0 && !opinion.isLacking)
    return cannotTell(`the journal has lost the first ${lost} exchanges, which may have shown it`);
  if (isObserved) return { verdict: 'pass', findings: [] };
  const why = { findings: [], ...(reason !== undefined && { reason }) };
  return { verdict: isDoubtful ? 'inconclusive' : 'not-observed', ...why };
}

/** What is said of a verdict that an answer of our own forbids. */
export const describeBrokenAnswer = ({ exchange, problem }: BrokenAnswer): string =>
  `the stand-in broke its own contract in exchange ${exchange} (${problem}); please report it`;

function found(level: RuleLevel, { findings }: Opinion): Decision {
  const isBroken = level === 'must' && findings.some(({ warn }) => !warn);
  const more = findings.length - mostFindings;
  return {
    verdict: isBroken ? 'fail' : 'warn',
    findings: findings.slice(0, mostFindings),
    ...(more > 0 && { more }),
  };
}
