// The judge needs neither Node nor a server.

export { type Clause, type ClauseId, clauses, isClauseId, type Need } from '#contracts/clauses';
export { type Finding, verdictWords } from '#contracts/control';
export {
  asDefined,
  type BookedService,
  type BookStep,
  type Books,
  type BrokenAnswer,
  type CardCharge,
  type ClockPace,
  changesBookings,
  describeDeviation,
  type Expected,
  formatDuration,
  type HeldGuest,
  type HeldPlace,
  type HeldService,
  type JudgeContext,
  type Leak,
  personalDataIn,
  type Reported,
  type RuleLevel,
  type RuleRow,
  type ShownToUser,
  type Supplied,
  type SupplierSide,
  suppliedOf,
} from './assess/index.ts';
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
export {
  findRule,
  type Invariant,
  type InvariantId,
  invariants,
  type Rule,
  type RuleId,
  rules,
} from './rules/index.ts';
