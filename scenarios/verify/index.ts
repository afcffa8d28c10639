// Compares a real supplier, or recorded traffic, with the contract, and returns a report and a profile.
export type { CallName, Target } from './call.ts';
export type { Hide } from './evidence.ts';
export { type Pact, type Provider, readPact, standIn, target } from './pact/index.ts';
export * from './profile-text.ts';
export { defaultDestination } from './reading.ts';
export { readExchanges, readTraffic } from './recorded/index.ts';
export * from './report-schema.ts';
export { driftDocument, needsCare } from './report-text.ts';
export * from './verify.ts';
export { type Verdict, verifyPacts } from './verify-pacts.ts';
