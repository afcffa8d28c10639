import type { ReportedVerdict } from '../report/schema.ts';
import type { Verdict } from '../rules/judge.ts';
import { findRule } from '../rules/table.ts';

/** A verdict as a report has it. */
export function reportVerdict({ rule, level, verdict, findings, more, reason }: Verdict): ReportedVerdict {
  return {
    rule,
    level,
    verdict,
    clauses: [...(findRule(rule)?.clauses ?? [])],
    findings: findings.map(({ exchanges, ...finding }) => ({ ...finding, exchanges: [...exchanges] })),
    ...(more !== undefined && { more }),
    ...(reason !== undefined && { reason }),
  };
}
