export { type Access, countCall, findForeign, maySeeCredential, owns, type Scope } from './access.ts';
export { sandboxInBaggage } from './baggage.ts';
export type { AroundCall, Bindings, DocsFile, Transport } from './bindings.ts';
export { createCors, isOrigin } from './cors.ts';
export { inProcess } from './in-process.ts';
export { createPathRedactor, type PathRedactorOptions } from './redact-path.ts';
export { ContractRouter, locate, sandboxPrefix, underSandbox, unknownSandbox } from './router.ts';
export { baseOfVisit, visitorBase, visitorBases } from './visitor.ts';
