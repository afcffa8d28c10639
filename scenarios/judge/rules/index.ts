export { type Clause, type ClauseId, clauses, isClauseId } from '#contracts/clauses';
export type {
  BrokenAnswer,
  ClockPace,
  Expected,
  HeldPlace,
  HeldService,
  JudgeContext,
  Leak,
  Reported,
  ShownToUser,
  Supplied,
} from './context.ts';
export { describeBrokenAnswer, judge, type Verdict, verdictWords } from './judge.ts';
export type { Finding } from './opinion.ts';
export type { RuleLevel } from './rule.ts';
export { findRule, type Rule, type RuleId, rules } from './table.ts';
export { isHasty, whyHasty } from './time.ts';
