import type { Facts } from '#contracts';
import type { ScenarioReport } from '#contracts/report';
import { type BrokenAnswer, type JudgeContext, judge } from '#contracts/rules';
import { brokenAnswers, closeSandbox, type Sandbox } from '#mock-server';
import { provingExchanges } from '../run/exchanges.ts';
import { reportVerdict } from '../run/report-verdict.ts';

/** Traffic that was judged without knowing what it was for. */
export interface Judged extends Pick<ScenarioReport, 'verdicts' | 'exchanges'> {
  /** What it is of, for people: a sandbox, a file. */
  readonly source: string;
  readonly calls: number;
  /** What the stand-in answered against its own contract. */
  readonly brokenAnswers: readonly BrokenAnswer[];
}

/** Judges recorded traffic. */
export function judgeTraffic(source: string, facts: readonly Facts[], context: JudgeContext): Judged {
  const verdicts = judge(facts, context).map(reportVerdict);
  const { brokenAnswers: broken = [] } = context;
  const exchanges = provingExchanges(facts, verdicts);
  return { source, calls: facts.length, verdicts, exchanges, brokenAnswers: broken };
}

/** Closes a sandbox and judges what it has seen, whoever asked it. */
export function judgeSandbox(sandbox: Sandbox): Judged {
  const { identity, clock, journal } = sandbox;
  closeSandbox(sandbox);
  const facts = journal.read().map(entry => entry.facts);
  return judgeTraffic(`sandbox ${identity.id}`, facts, {
    clock: { mode: clock.mode, speed: clock.speed },
    closedAt: sandbox.closedAt,
    lostFacts: journal.lost().facts,
    brokenAnswers: brokenAnswers(sandbox),
  });
}

/** Whether a rule that must be kept was broken, or one failed by itself. */
export const isBroken = ({ verdicts }: Judged): boolean => verdicts.some(({ verdict }) => verdict === 'fail');
/** Whether a rule failed by itself, or the stand-in broke its own contract. */
export const hasHarnessError = ({ verdicts, brokenAnswers: { length } }: Judged): boolean =>
  length > 0 || verdicts.some(({ verdict }) => verdict === 'harness-error');
