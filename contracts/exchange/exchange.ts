import type { OperationId } from '../operations/index.ts';
import type { PersonalHeader } from './personal-headers.ts';

/** How the transfer of an answer ended. */
export type Ending = 'complete' | 'client-gone' | 'reset';

/** One instant: `at` on the clock of the sandbox, in epoch milliseconds, `real` on the monotonic clock of the machine, in milliseconds. */
export interface Stamp {
  at: number;
  real: number;
}

/** A warning about a request that the server accepted. */
export interface Warning {
  /**
   * `lenient`: the server repaired a value. `unknown-field`: not in the contract. `ignored`: known, but without effect here.
   * `spelling`: a wrong letter case. `header`: a wrong header. Only in recordings of another supplier: `wrong`: the stand-in
   * refuses the request; `assumed-wrong`: because of a part that is observed or assumed.
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

/** One recorded call, from the stand-in or a HAR file. The bodies are redacted, and their fields have the names of the contract. */
export interface Exchange {
  /** In its sandbox, from 1. */
  number: number;
  operation: OperationId | null;
  /** Set when the tool server answered the call. */
  toolCall?: true;
  method: string;
  /** Path and query as sent, redacted. */
  url: string;
  opened: Stamp;
  answered?: Stamp;
  closed?: Stamp & { ending: Ending; bytes: number };
  /** `request`: its number on the connection, from 1. `certificate`: of the client, with mutual TLS; SHA-256 in hexadecimal with colons. */
  connection?: { id: number; request: number; certificate?: { subject: string; fingerprint: string } };
  /** The id of the scenario that this call or an earlier one of the flow has chosen. */
  scenario?: string;
  /** They may have changed the answer. */
  faults?: FaultHit[];
  requestHeaders: Record<string, string>;
  /** Absent when there are none. */
  personalHeaders?: PersonalHeader[];
  requestBody?: unknown;
  status?: number;
  answerHeaders?: Readonly<Record<string, string>> | undefined;
  answerBody?: unknown;
  /** Why bodies that were sent are missing, and whether headers may be: the recorder did not keep them, or not in a readable form. */
  unrecorded?: { request?: string; answer?: string; headers?: true };
  warnings: Warning[];
}
