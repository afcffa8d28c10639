import { type Exchange, type Facts, projectFacts } from '#contracts/exchange';
import type { Task } from '#contracts/scenario';
import { type Books, suppliedOf } from './books.ts';
import type { JudgeContext, Reported, Run } from './context.ts';
import {
  type EndJudgement,
  type InvariantVerdict,
  type Judgement,
  provingExchanges,
  type Verdict,
} from './judgement.ts';
import type { Assessment, RuleLevel, RuleRow } from './rule.ts';
import { type Invariant, invariants, type Rule, rules } from './rules/index.ts';
import { type RunEnd, readRunEnd } from './run-end.ts';
import { clockOf, machineDelayIn, perPoll, whyBusy, whyTooFast, whyUnreliable } from './time.ts';
import { readTraffic } from './traffic/index.ts';

/** Saves memory if a client breaks a rule in every call. */
const maxFindings = 100;

/**
 * Judges recorded exchanges by every rule that reads the traffic. The function is pure: equal arguments always give equal judgements.
 *
 * @param recorded the exchanges or the facts of exchanges, with masked secrets, sorted by their numbers
 * @param context information that the traffic does not contain; a rule that lacks such information gets the verdict `not-observed`
 * @returns one verdict for each rule, in the order of `rules`, and the exchanges that prove findings. A rule that throws an
 *   error gets the verdict `harness-error`
 * @example judge(facts, { source: 'traffic.har' }).verdicts.filter(({ verdict }) => verdict === 'fail')
 */
export function judge(recorded: readonly (Facts | Exchange)[], context: JudgeContext = {}): Judgement {
  const facts = factsOf(recorded);
  return judgeRun(runOf(facts, context), facts);
}

/** What is judged when a client has ended. */
export interface EndedTraffic {
  /** The exchanges or the facts of exchanges, with masked secrets, sorted by their numbers. */
  readonly facts: readonly (Facts | Exchange)[];
  /** The books of the supplier, read after the client has ended. */
  readonly books: Books;
  /** The task of the client, if it is known. All calls then belong to this task. */
  readonly task?: Task | undefined;
  /** The result that the client reported. All its texts count as known to the client, also those in unknown fields. */
  readonly result?: Reported | undefined;
  /** Further information that the traffic does not contain. */
  readonly context?: JudgeContext | undefined;
}

/**
 * Judges a client that has ended: its exchanges by every rule, and the end of its run by the books of the supplier. The function is
 * pure.
 *
 * @returns the judgement, with one more verdict for each rule that reads the books, in the order of `invariants`
 * @example
 * const { invariants } = judgeEnded({ facts, books, task, result });
 * invariants.filter(({ verdict }) => verdict === 'broken')
 */
export function judgeEnded({ books, task, result, ...given }: EndedTraffic): EndJudgement {
  const facts = factsOf(given.facts);
  const run = runOf(facts, { ...given.context, task, result });
  // Other traffic is judged as if it was recorded.
  const supplier = run.scenario || run.isOneClient ? suppliedOf(books) : undefined;
  const judgement = judgeRun({ ...run, supplier }, facts);
  const unreliable = whyUnreliable(run);
  const end = { ...run, ...readRunEnd(run, books, judgement.verdicts) };
  const ends = invariants.map(row => judgeByBooks(row, end, unreliable));
  const exchanges = provingExchanges(facts, [...judgement.verdicts, ...ends]);
  return { ...judgement, exchanges, invariants: ends };
}

const factsOf = (recorded: readonly (Facts | Exchange)[]): Facts[] =>
  recorded.map(one => ('request' in one ? one : projectFacts(one)));

function runOf(facts: readonly Facts[], context: JudgeContext): Run {
  const traffic = readTraffic(facts, {
    killedIn: context.killedIn ?? killedIn(facts, context),
    restartedAfter: context.restartedAfter,
    isOneTask: context.task !== undefined,
    lookups: lookupsOf(context),
  });
  const { clock, closedAt } = context;
  return {
    ...traffic,
    ...context,
    machineDelay: clock && machineDelayIn(facts),
    silence: closedAt && closedAt - (facts.at(-1)?.opened.at ?? closedAt),
  };
}

function judgeRun(run: Run, facts: readonly Facts[]): Judgement {
  const { source = 'traffic', only, brokenAnswers = [] } = run;
  const counting = only ? rules.filter(({ id }) => only.has(id)) : rules;
  const unread = facts.filter(one => unreadBodies(one).length > 0);
  const verdicts = counting.map(rule => judgeRule(rule, { ...run, unread }));
  return {
    source,
    calls: facts.length,
    verdicts,
    exchanges: provingExchanges(facts, verdicts),
    brokenAnswers: [...brokenAnswers],
    ...(unread.length > 0 && { unread: unread.flatMap(unreadBodies) }),
  };
}

const unreadBodies = ({ number: exchange, unrecorded = {} }: Facts) =>
  (['request', 'answer'] as const).flatMap(part => {
    const { [part]: reason } = unrecorded;
    return reason === undefined ? [] : [{ exchange, part, reason }];
  });

function killedIn(facts: readonly Facts[], { scenario }: JudgeContext): number[] {
  const { at, nth = 1, moment = 'committed' } = scenario?.restarts ?? {};
  if (at === undefined || moment !== 'committed') return [];
  const call = facts.filter(({ operation }) => operation === at)[nth - 1];
  return call ? [call.number] : [];
}

const lookupsOf = ({ task }: JudgeContext): number =>
  (task?.steps ?? []).reduce((sum, step) => sum + (step.do === 'lookups' ? step.count : 0), 0);

function judgeRule(rule: Rule, { machineDelay, ...run }: RecordingContext & Run): Verdict {
  const { id, level, clauses } = rule;
  const head = { rule: id, level, clauses: [...clauses] };
  try {
    const assessment = rule.judge(run);
    if (assessment.findings.length === 0 || !machineDelay)
      return { ...head, ...decide(rule, assessment, run) };
    // What a busy machine may have added to a time must not break a rule.
    const busy = { ...run, machineDelay };
    const tolerant = rule.judge(busy);
    if (tolerant.findings.length > 0 || tolerant.isInconclusive)
      return { ...head, ...decide(rule, tolerant, busy) };
    return { ...head, verdict: 'inconclusive', findings: [], reason: whyBusy(busy) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...head, verdict: 'harness-error', findings: [], reason };
  }
}

/** `unread`: the calls whose bodies the recording does not contain. */
type RecordingContext = JudgeContext & { readonly unread?: readonly Facts[] };

type Decision = Pick<Verdict, 'verdict' | 'findings' | 'more' | 'reason'>;

export function decide(rule: RuleRow, assessment: Assessment, context: RecordingContext): Decision {
  const { isObserved, isInconclusive, reason } = assessment;
  const { mode } = clockOf(context);
  const { lostFacts: lost = 0, brokenAnswers: [broken] = [] } = context;
  const missing = whyMissing(rule, context);
  const inconclusive = (why: string): Decision => ({ verdict: 'inconclusive', findings: [], reason: why });
  const hasCases = isObserved || isInconclusive === true;
  if (hasCases && rule.timed && mode === 'per-poll') return inconclusive(perPoll.inconclusive);
  const unreliable = whyUnreliable(context) ?? whyTooFast(context);
  const { standsAlone = rule.readsNoAnswers && !rule.timed } = rule;
  if (assessment.findings.length > 0 && !standsAlone && unreliable !== undefined)
    return inconclusive(unreliable);
  if (assessment.findings.length > 0 && broken)
    return {
      verdict: 'harness-error',
      findings: [],
      reason: `the stand-in broke its own contract in exchange ${broken.exchange}: ${broken.problem}`,
    };
  const isDoubtful = missing !== undefined && (rule.looksBack || (lost === 0 && rule.readsLookUps));
  if (assessment.findings.length > 0 && !isDoubtful) return found(rule.level, assessment);
  if (missing !== undefined && !assessment.isInputMissing) return inconclusive(missing);
  if (isObserved) return { verdict: 'pass', findings: [] };
  const verdict = isInconclusive ? 'inconclusive' : 'not-observed';
  return { verdict, findings: [], ...(reason !== undefined && { reason }) };
}

/** Undefined if the record of the calls is complete. */
function whyMissing({ readsNoAnswers }: RuleRow, { lostFacts: lost = 0, unread = [] }: RecordingContext) {
  if (lost > 0) return `the journal has lost the first ${lost} exchanges, on which the verdict may depend`;
  const needed = unread.filter(({ unrecorded }) => unrecorded?.request !== undefined || !readsNoAnswers);
  const [first] = needed;
  if (!first) return undefined;
  const more = needed.length > 1 ? ` and of ${needed.length - 1} more` : '';
  return `a body of exchange ${first.number}${more} could not be read, on which the verdict may depend`;
}

function found(level: RuleLevel, { findings }: Assessment): Decision {
  const isBroken = level === 'must' && findings.some(({ warn }) => !warn);
  const more = findings.length - maxFindings;
  return {
    verdict: isBroken ? 'fail' : 'warn',
    findings: findings.slice(0, maxFindings),
    ...(more > 0 && { more }),
  };
}

function judgeByBooks(
  { id, level, clauses, title, judgeEnd }: Invariant,
  end: RunEnd,
  unreliable: string | undefined,
): InvariantVerdict {
  const head = { invariant: id, level, clauses: [...clauses] };
  const judged = judgeEnd(end);
  const isDoubtful = unreliable !== undefined && 'length' in judged && judged.length > 0;
  const breaches = isDoubtful ? { notApplicable: unreliable } : judged;
  if ('notApplicable' in breaches)
    return { ...head, verdict: 'not-applicable', findings: [], reason: breaches.notApplicable };
  return {
    ...head,
    verdict: breaches.some(({ warn }) => !warn) ? 'broken' : 'held',
    findings: breaches.slice(0, maxFindings).map(({ message, exchanges, warn }) => ({
      exchanges: [...exchanges],
      message,
      expected: title,
      ...(warn && { warn }),
    })),
  };
}
