// The judge needs neither Node nor a server.

export { type Clause, type ClauseId, clauses, isClauseId, type Need } from '#contracts/clauses';
export { type Finding, verdictWords } from '#contracts/control';
export type { BookStep } from '#contracts/scenario';
export * from './books.ts';
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
export * from './judgement.ts';
export { personalDataIn } from './reported.ts';
export type { RuleLevel, RuleRow } from './rule.ts';
export * from './rules/index.ts';
export { changesBookings } from './run-end.ts';
export { formatDuration } from './time.ts';
