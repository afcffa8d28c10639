// Verifies Pact consumer contracts: each interaction is replayed through a proxy that puts real credentials in.
export { type Pact, PactFileError, readPact } from './pact-file.ts';
export { type Provider, standIn, target } from './provider.ts';
export { type Verdict, verifyPacts } from './verify.ts';
