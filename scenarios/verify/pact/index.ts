export { type Interaction, type Pact, readPact, withNumbers } from './pact-file.ts';
export { type Provider, standIn, target } from './provider.ts';
export { openProxy, type ReplayProxy, statePath } from './proxy.ts';
export { createFinder, type FindOperation, type RequestRewriting, whyNotSent } from './request.ts';
