import type { Exchange } from '../exchange.ts';
import type { Facts } from '../facts.ts';
import type { JudgeContext } from './context.ts';
import type { RuleLevel } from './rule.ts';
import { type RuleId, rules } from './table.ts';

export interface Finding {
  readonly exchanges: readonly number[];
  readonly message: string;
  readonly expected: string;
  readonly warn?: true;
}

export const verdictWords = [
  'pass',
  'fail',
  'warn',
  'not-observed',
  'inconclusive',
  'harness-error',
] as const;

export interface Verdict {
  readonly rule: RuleId;
  readonly level: RuleLevel;
  readonly verdict: (typeof verdictWords)[number];
  readonly findings: readonly Finding[];
  readonly more?: number;
  readonly reason?: string;
}

export function judge(_facts: readonly (Facts | Exchange)[], context: JudgeContext = {}): Verdict[] {
  const { scenario, result, supplier, leaks } = context;
  return rules.map(({ id, level }): Verdict => {
    const fail = (message: string): Verdict => ({
      rule: id,
      level,
      verdict: 'fail',
      findings: [{ exchanges: [1], message, expected: 'x' }],
    });
    const pass: Verdict = { rule: id, level, verdict: 'pass', findings: [] };
    if (id === 'outcome-as-expected' && result && scenario)
      return scenario.outcomes.includes(result.outcome) ? pass : fail(`reported ${result.outcome}`);
    if (id === 'booked-as-expected' && supplier && scenario)
      return String(supplier.services) === String(scenario.truth.services)
        ? pass
        : fail(`holds ${supplier.services}`);
    if (id === 'charged-as-expected' && supplier && scenario)
      return String(supplier.charges) === String(scenario.truth.charges ?? [])
        ? pass
        : fail(`charged ${supplier.charges}`);
    if (id === 'no-card-data-in-output' && leaks)
      return leaks.some(({ what }) => what === 'card-number') ? fail('card') : pass;
    return { ...pass, verdict: 'inconclusive', reason: 'stub' };
  });
}
