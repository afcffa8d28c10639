export { loadInPages, PartWriter } from './in-parts.ts';
export type { Reply, Request } from './messages.ts';
export type { WorkerStart } from './worker-start.ts';
