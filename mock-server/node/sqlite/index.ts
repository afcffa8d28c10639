export type { Reply, Request } from './messages.ts';
