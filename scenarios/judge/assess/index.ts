export type { Finding } from '#contracts/control';
export {
  type Assessment,
  asWarning,
  finding,
  type Inconclusive,
  ifOneTask,
  missingInput,
  notApplicable,
  overEach,
  overOne,
} from './assessment.ts';
export {
  type Booked,
  type BookStep,
  compareLists,
  compareWithTask,
  type Difference,
  onlyStepFor,
} from './compare-with-task.ts';
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
export { judgeFollowUp } from './follow-up.ts';
export { judgeLeaks } from './leaks.ts';
export { type PollRun, readPolls } from './polls.ts';
export { type Amount, cents, isReportedOn, moneyText, shownMismatch } from './reported.ts';
export { allButPerPoll, defineRule, type RuleLevel, type RuleRow } from './rule.ts';
export {
  clockOf,
  formatTime,
  inWords,
  isHasty,
  isKilled,
  isObservable,
  judgeAge,
  startTolerance,
  tolerance,
  tooFast,
  waitedFor,
  whyHasty,
} from './time.ts';
export { utcTimes } from './utc-times.ts';
