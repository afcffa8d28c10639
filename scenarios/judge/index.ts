// Exports the judge: the rules, the traffic model and the verdicts. The judge needs neither Node nor a server.

export { type Clause, type ClauseId, clauses, isClauseId, type Need } from '#contracts/clauses';
export { type Finding, verdictWords } from '#contracts/control';
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
  RuleLevel,
  RuleRow,
  ShownToUser,
  Supplied,
} from './assess/index.ts';
export {
  asDefined,
  type BookStep,
  type Call,
  type CorrectBehaviour,
  compareWithTask,
  describeDeviation,
  formatDuration,
  foundNothing,
  isLost,
  isSuccess,
  personalDataIn,
  readCall,
} from './assess/index.ts';
export { judge } from './judge.ts';
export {
  hasHarnessError,
  isBroken,
  isHarmless,
  type Judgement,
  judgementSchema,
  namesRules,
  provingExchanges,
  ruleId,
  type Verdict,
} from './judgement.ts';
export { currentRuleId, findRule, type Rule, type RuleId, rules } from './rules/index.ts';
