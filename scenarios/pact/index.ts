// Verifies Pact consumer contracts. A proxy replays each interaction and replaces its credentials by real ones.
export { type Pact, PactFileError, readPact } from './pact-file.ts';
export { type Provider, standIn, target } from './provider.ts';
export { type Verdict, verifyPacts } from './verify.ts';
