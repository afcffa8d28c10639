import type { ReportedVerdict } from '#contracts/report';
import { findRule, type Verdict } from '#contracts/rules';

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
