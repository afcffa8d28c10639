import { judge } from '#contracts/rules';
import { brokenAnswers } from '../own-answers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { ControlHandlers, FindSandboxOf } from './handler.ts';

/** The judge's report on what a sandbox has recorded. */
export function verdictHandlers(find: FindSandboxOf): ControlHandlers<'judgeSandbox'> {
  return {
    judgeSandbox(call) {
      const sandbox = find(call);
      sandbox.clock.settle();
      return { json: reportOn(sandbox) };
    },
  };
}

/** Judges by traffic alone: what a client was asked to do, and what it reported, only its runner knows. */
function reportOn(sandbox: Sandbox) {
  const { journal, clock, closed, closedAt } = sandbox;
  const { facts: lostExchanges } = journal.lost();
  const verdicts = judge(
    journal.read().map(({ facts }) => facts),
    {
      clock: { mode: clock.mode, speed: clock.speed },
      ...(closedAt !== undefined && { closedAt }),
      lostFacts: lostExchanges,
      // While calls still come, looking through answers would keep them waiting.
      ...(closed && { brokenAnswers: brokenAnswers(sandbox) }),
    },
  );
  return {
    version: 1 as const,
    final: closed,
    lostExchanges,
    verdicts: verdicts.map(({ findings, ...verdict }) => ({
      ...verdict,
      findings: findings.map(finding => ({ ...finding, exchanges: [...finding.exchanges] })),
    })),
  };
}
