import type { OperationId } from '../operations/index.ts';

/** How an answer ended on its connection. */
export type Ending = 'complete' | 'client-gone' | 'reset';

/** An instant on the clock of the sandbox (epoch ms), and on the monotonic clock of the machine (ms). */
export interface Stamp {
  at: number;
  real: number;
}

/** A warning about a request that was accepted. */
export interface Warning {
  /**
   * `lenient`: a repaired value. `unknown-field`. `ignored`: a known field without effect here. `spelling`: another letter case.
   * `header`. With another supplier also `wrong`: the stand-in refuses such a request, and `assumed-wrong`: it refuses it by an
   * assumption.
   */
  kind: 'lenient' | 'unknown-field' | 'ignored' | 'spelling' | 'header' | 'wrong' | 'assumed-wrong';
  field: string;
  message: string;
}

/** A fault that matched a call. */
export interface FaultHit {
  id: string;
  kind: string;
  /** When the operation took effect, if a fault replaced its answer. */
  commit?: 'before' | 'after' | 'never';
}

/**
 * One recorded call with headers and bodies, from the stand-in or from a HAR file. Rules get only its facts. Bodies have contract
 * names and are redacted.
 */
export interface Exchange {
  /** Counts from 1 in its sandbox. */
  number: number;
  operation: OperationId | null;
  /** The tool server answered it. */
  toolCall?: true;
  method: string;
  /** Path and query as sent, redacted. */
  url: string;
  opened: Stamp;
  answered?: Stamp;
  closed?: Stamp & { ending: Ending; bytes: number };
  /** The number of its connection, and the number of the request on that connection, from 1. */
  connection?: { id: number; request: number };
  /** The id of its scenario. The call, or an earlier call of the same flow, has chosen it. */
  scenario?: string;
  /** The faults that matched it. They can have changed the answer. */
  faults?: FaultHit[];
  requestHeaders: Record<string, string>;
  requestBody?: unknown;
  status?: number;
  answerHeaders?: Record<string, string>;
  answerBody?: unknown;
  /** The recorder did not keep its body. */
  unrecorded?: true;
  warnings: Warning[];
}
