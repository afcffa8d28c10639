export type { Reply, Request, WorkerStart } from './messages.ts';
