import type { OperationId } from '#contracts';

export interface Observer {
  exchange(call: ObservedCall): void;
  storeWrite(ms: number, isWritten: boolean): void;
}

export interface ObservedCall {
  readonly operation: OperationId | null;
  /** The HTTP status; undefined for a connection that was cut. */
  readonly status: number | undefined;
  /** The time from the first byte of the request to the answer, in real milliseconds. */
  readonly ms: number;
}

/** The observer of a server. A server without an observer does no extra work. */
export interface Observation {
  observer?: Observer;
  /** Returns the metrics as text. Undefined for a server in process. */
  readMetrics?: () => Promise<string>;
}
