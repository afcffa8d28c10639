import type { OperationId } from '../operations/index.ts';
import type { PersonalHeader } from './personal-headers.ts';

/** The way in which the transfer of an answer ended. */
export type Ending = 'complete' | 'client-gone' | 'reset';

/**
 * One instant on two clocks: `at` on the clock of the sandbox, in milliseconds since 1970, and `real` on the monotonic
 * clock of the machine, in milliseconds.
 */
export interface Stamp {
  at: number;
  real: number;
}

/** A warning about a request that the server accepted. */
export interface Warning {
  /**
   * `lenient`: a value that the server repaired. `unknown-field`: a field that is not in the contract. `ignored`: a
   * known field without effect in this request. `spelling`: a name or a word in a wrong letter case. `header`: a
   * wrong header. Only in recordings of another supplier: `wrong` marks a request that the stand-in refuses,
   * and `assumed-wrong` marks a request that the stand-in refuses because of a part that is observed or assumed.
   */
  kind: 'lenient' | 'unknown-field' | 'ignored' | 'spelling' | 'header' | 'wrong' | 'assumed-wrong';
  field: string;
  message: string;
}

/** A fault that matched a call. */
export interface FaultHit {
  id: string;
  kind: string;
  /** When the operation took effect. Set only if a fault replaced the answer of the operation. */
  commit?: 'before' | 'after' | 'never';
}

/**
 * One recorded call with headers and bodies, from the stand-in or from a HAR file. The bodies are redacted, and their
 * fields have the names of the contract. The rules of the judge use only a part of this data (see `Facts`).
 */
export interface Exchange {
  /** The number of the exchange in its sandbox, counted from 1. */
  number: number;
  operation: OperationId | null;
  /** Set when the tool server answered the call. */
  toolCall?: true;
  method: string;
  /** The path and query that the client sent, with secrets redacted. */
  url: string;
  opened: Stamp;
  answered?: Stamp;
  closed?: Stamp & { ending: Ending; bytes: number };
  /**
   * The id of the connection, and the number of the request on the connection, counted from 1. With mutual TLS also the certificate of
   * the client: its subject, and its SHA-256 fingerprint as hexadecimal digits with colons.
   */
  connection?: { id: number; request: number; certificate?: { subject: string; fingerprint: string } };
  /** The id of the scenario of this call. The call or an earlier call of the same flow has chosen the scenario. */
  scenario?: string;
  /** The faults that matched the call. These faults may have changed the answer. */
  faults?: FaultHit[];
  requestHeaders: Record<string, string>;
  /** The request headers that contain personal data. Absent when there are none. */
  personalHeaders?: PersonalHeader[];
  requestBody?: unknown;
  status?: number;
  answerHeaders?: Record<string, string>;
  answerBody?: unknown;
  /** The reasons why bodies are missing that were sent, and whether headers are. Set when a recorder did not keep them. */
  unrecorded?: { request?: string; answer?: string; headers?: true };
  warnings: Warning[];
}
