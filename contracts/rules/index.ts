export { type Clause, type ClauseId, clauses, isClauseId } from '../clauses.ts';
export type { ClockPace, JudgeContext, Leak } from './context.ts';
export { type Finding, judge, type Verdict } from './judge.ts';
export type { RuleLevel } from './rule.ts';
export { findRule, type Rule, type RuleId, rules } from './table.ts';
