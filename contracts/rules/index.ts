export { type Clause, type ClauseId, clauses, isClauseId } from '../clauses.ts';
export type { ClockPace, Expected, JudgeContext, Leak, Reported, ShownToUser } from './context.ts';
export { judge, type Verdict, verdictWords } from './judge.ts';
export type { Finding } from './opinion.ts';
export type { RuleLevel } from './rule.ts';
export { findRule, type Rule, type RuleId, rules } from './table.ts';
