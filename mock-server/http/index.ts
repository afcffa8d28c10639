export { type Access, countCall, findForeign, maySeeCredential, owns, type Scope } from './access.ts';
export { createApp, type ToolServer, underSandbox, unknownSandbox, type Visit } from './app.ts';
export type { AroundCall, Bindings, DocsFile, Transport } from './bindings.ts';
export { createCors, isOrigin } from './cors.ts';
export { createHealth, type Health } from './health.ts';
export { createPathRedactor, type PathRedactorOptions } from './redact-path.ts';
export { baseOfVisit, visitorBase, visitorBases } from './visitor.ts';
