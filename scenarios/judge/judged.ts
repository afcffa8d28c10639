import type { Facts } from '#contracts';
import type { ScenarioReport } from '#contracts/report';
import { type JudgeContext, judge } from '#contracts/rules';
import { closeSandbox, type Sandbox } from '#mock-server';
import { provingExchanges } from '../run/exchanges.ts';
import { reportVerdict } from '../run/report-verdict.ts';

/** Traffic that was judged without knowing what it was for. */
export interface Judged extends Pick<ScenarioReport, 'verdicts' | 'exchanges'> {
  /** What it is of, for people: a sandbox, a file. */
  readonly source: string;
  readonly calls: number;
}

/** Judges recorded traffic. */
export function judgeTraffic(source: string, facts: readonly Facts[], context: JudgeContext): Judged {
  const verdicts = judge(facts, context).map(reportVerdict);
  return { source, calls: facts.length, verdicts, exchanges: provingExchanges(facts, verdicts) };
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
  });
}

/** Whether a rule that must be kept was broken, or one failed by itself. */
export const isBroken = ({ verdicts }: Judged): boolean => verdicts.some(({ verdict }) => verdict === 'fail');
/** Whether a rule failed by itself. */
export const hasHarnessError = ({ verdicts }: Judged): boolean =>
  verdicts.some(({ verdict }) => verdict === 'harness-error');
