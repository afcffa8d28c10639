export type { Directives } from '#contracts/fault';
