import type { OperationId } from '#contracts';

export interface Observer {
  exchange(call: ObservedCall): void;
  storeWrite(ms: number, isWritten: boolean): void;
}

export interface ObservedCall {
  readonly operation: OperationId | null;
  /** Undefined for a connection that was cut. */
  readonly status: number | undefined;
  /** From the first byte of the request to the answer, in real milliseconds. */
  readonly ms: number;
}

export interface Observation {
  observer?: Observer;
  /** Undefined for a server in process. */
  readMetrics?: () => Promise<string>;
}
