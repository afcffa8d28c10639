// The judge needs neither Node nor a server.

export { type Clause, type ClauseId, clauses, isClauseId, type Need } from '#contracts/clauses';
export { type Finding, verdictWords } from '#contracts/control';
export type { BookStep } from '#contracts/scenario';
export { type BookedService, type Books, type CardCharge, type SupplierSide, suppliedOf } from './books.ts';
export type {
  BrokenAnswer,
  ClockPace,
  Expected,
  HeldGuest,
  HeldPlace,
  HeldService,
  JudgeContext,
  Leak,
  Reported,
  ShownToUser,
  Supplied,
} from './context.ts';
export { asDefined, describeDeviation } from './deviation.ts';
export { type EndedTraffic, judge, judgeEnded } from './judge.ts';
export {
  breaksInvariant,
  type EndJudgement,
  hasHarnessError,
  type InvariantVerdict,
  invariantVerdictSchema,
  isBroken,
  isHarmless,
  type Judgement,
  judgementSchema,
  namesRules,
  provingExchange,
  provingExchanges,
  ruleId,
  type Verdict,
} from './judgement.ts';
export { personalDataIn } from './reported.ts';
export type { RuleLevel, RuleRow } from './rule.ts';
export {
  findRule,
  type Invariant,
  type InvariantId,
  invariants,
  type Rule,
  type RuleId,
  rules,
} from './rules/index.ts';
export { changesBookings } from './run-end.ts';
export { formatDuration } from './time.ts';
