// Verifies Pact consumer contracts. A proxy forwards each replayed request to the provider, with real credentials.
export { type Pact, PactFileError, readPact } from './pact-file.ts';
export { type Provider, standIn, target } from './provider.ts';
export { type Verdict, verifyPacts } from './verify.ts';
