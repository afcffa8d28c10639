// Exports the judge: the rules, the traffic model and the verdicts. The judge needs neither Node nor a server.

export { type Clause, type ClauseId, clauses, isClauseId, type Need } from '#contracts/clauses';
export { type Finding, verdictWords } from '#contracts/control';
export type {
  BookedService,
  Books,
  BrokenAnswer,
  CardCharge,
  ClockPace,
  Expected,
  HeldGuest,
  HeldPlace,
  HeldService,
  JudgeContext,
  Leak,
  Reported,
  RuleLevel,
  RuleRow,
  ShownToUser,
  Supplied,
} from './assess/index.ts';
export {
  asDefined,
  type BookStep,
  changesBookings,
  describeDeviation,
  formatDuration,
  personalDataIn,
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
