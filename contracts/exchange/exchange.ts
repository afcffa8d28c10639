import type { OperationId } from '../operations/index.ts';

/** Why and when a connection was done with an answer. */
export type Ending = 'complete' | 'client-gone' | 'reset';

/** A stamp on both clocks: the sandbox's (epoch ms) and the machine's monotonic one (ms). */
export interface Stamp {
  at: number;
  real: number;
}

/** Something odd about a request that was accepted all the same. */
export interface Warning {
  /**
   * What kind: `lenient` reading, `unknown-field`, `ignored` (known, but without effect here), odd `spelling`, `header`; of
   * traffic with another supplier also `wrong` (the stand-in had refused it), and `assumed-wrong` where the specification is silent.
   */
  kind: 'lenient' | 'unknown-field' | 'ignored' | 'spelling' | 'header' | 'wrong' | 'assumed-wrong';
  field: string;
  message: string;
}

/** A fault that a call met. */
export interface FaultHit {
  id: string;
  kind: string;
  /** When the operation took effect, where something took the place of its answer. */
  commit?: 'before' | 'after' | 'never';
}

/**
 * One recorded call in full, whatever recorded it (the stand-in, a HAR file). Rules never see it: they judge the facts
 * projected from it. Bodies carry contract names and are masked.
 */
export interface Exchange {
  /** Counts from 1 in its sandbox. */
  number: number;
  operation: OperationId | null;
  /** It went to the tool server. */
  toolCall?: true;
  method: string;
  /** Path and query as sent, secrets masked. */
  url: string;
  opened: Stamp;
  answered?: Stamp;
  closed?: Stamp & { ending: Ending; bytes: number };
  /** Which connection carried it and how many requests that had carried by then, from 1. */
  connection?: { id: number; request: number };
  /** The scenario that it played, where the call itself or what it grew from chose one. */
  scenario?: string;
  /** The faults it met: an answer they altered says nothing of the stand-in. */
  faults?: FaultHit[];
  requestHeaders: Record<string, string>;
  requestBody?: unknown;
  status?: number;
  answerHeaders?: Record<string, string>;
  answerBody?: unknown;
  /** It had a body that whoever recorded it did not keep: what it said nobody can tell. */
  unrecorded?: true;
  warnings: Warning[];
}
