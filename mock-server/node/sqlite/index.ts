export type { Reply, Request } from './messages.ts';
export { partsOf } from './parts.ts';
export type { WorkerStart } from './worker-start.ts';
