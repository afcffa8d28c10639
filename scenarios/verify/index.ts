// Compares a real supplier, or recorded traffic, with the contract: ask (or read) → answers → compare → report and profile.
export type { CallName, CallOutcome, Target } from './ask.ts';
export { profileText } from './profile-text.ts';
export { defaultDestination } from './reading.ts';
export { needsCare } from './report.ts';
export {
  type ComparedField,
  type CreatedBooking,
  type DriftReport,
  driftReportJsonSchema,
  driftReportSchema,
  fieldStates,
} from './report-schema.ts';
export { driftText } from './report-text.ts';
export { type Verified, type VerifyTargetOptions, verifyTarget, verifyTraffic } from './verify.ts';
