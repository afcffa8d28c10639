import type { Facts } from '#contracts/exchange';
import type { ScenarioReport } from '../report/schema.ts';
import type { BrokenAnswer, JudgeContext } from '../rules/context.ts';
import { judge } from '../rules/judge.ts';
import { provingExchanges } from './exchanges.ts';
import { reportVerdict } from './report-verdict.ts';

/** Traffic that was judged without knowing what it was for. */
export interface Judged extends Pick<ScenarioReport, 'verdicts' | 'exchanges'> {
  /** What it is of, for people: a sandbox, a file. */
  readonly source: string;
  readonly calls: number;
  /** What the stand-in answered against its own contract. */
  readonly brokenAnswers: readonly BrokenAnswer[];
}

/**
 * Judges recorded traffic, and keeps with the verdicts the exchanges that prove them.
 *
 * @example judgeTraffic('traffic.har', facts, {}).verdicts
 */
export function judgeTraffic(source: string, facts: readonly Facts[], context: JudgeContext): Judged {
  const { brokenAnswers = [] } = context;
  const verdicts = judge(facts, context).map(reportVerdict);
  const exchanges = provingExchanges(facts, verdicts);
  return { source, calls: facts.length, verdicts, exchanges, brokenAnswers };
}

/** Whether a rule that must be kept was broken. */
export const isBroken = ({ verdicts }: Pick<Judged, 'verdicts'>): boolean =>
  verdicts.some(({ verdict }) => verdict === 'fail');

/** Whether a rule failed by itself, or the stand-in broke its own contract. */
export const hasHarnessError = ({ verdicts, brokenAnswers }: Judged): boolean =>
  brokenAnswers.length > 0 || verdicts.some(({ verdict }) => verdict === 'harness-error');
