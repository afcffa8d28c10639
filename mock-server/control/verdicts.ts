import { judge } from '#contracts/rules';
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
function reportOn({ journal, clock, closed, closedAt }: Sandbox) {
  const { facts: lostExchanges } = journal.lost();
  const verdicts = judge(
    journal.read().map(({ facts }) => facts),
    {
      clock: { mode: clock.mode, speed: clock.speed },
      ...(closedAt !== undefined && { closedAt }),
      lostFacts: lostExchanges,
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
