import type { ClockState, NewClock } from '../clock/index.ts';
import type { FaultsState } from '../faults/index.ts';
import type { Ids } from '../inventory/places.ts';
import type { JournalState } from '../journal/index.ts';
import type { PlaysState } from '../plays/index.ts';
import type { StoreState } from '../store/store.ts';

/** A user name with its password, as the wire has it. */
export interface Credential {
  Username: string;
  Password: string;
}

/** What can be set for a sandbox. */
export interface SandboxOptions {
  /** Requests a minute and credential, or false for no limit. */
  rateLimit: number | false;
  /** Whether an Idempotency-Key that comes again replays the first answer (decision 5). */
  idempotency: 'ignored' | 'honoured';
  /** Which hotel and destination ids exist: those of the reference data, or any. */
  ids: Ids;
  /** Bytes that the journal may keep alive. */
  journalBytes: number;
}

/** Who a sandbox is: everything that was given or generated when it was made. */
export interface SandboxIdentity {
  id: string;
  seed: string;
  credentials: Credential[];
  staticToken: string;
  managerId: number;
  mcpToken: string;
  options: SandboxOptions;
  /** The scenario it was made to play; its faults are among those it starts with. */
  scenario?: string;
}

/** A sandbox as plain data: what snapshot, fork, export and import pass on. */
export interface SandboxState extends FaultsState, PlaysState {
  format: 'understudy-sandbox';
  version: 1;
  identity: SandboxIdentity;
  /** As it was made, for a reset. */
  start: { clock: NewClock; faults: readonly unknown[] };
  clock: ClockState;
  store: StoreState;
  journal: JournalState;
  rate: [string, number[]][];
  closed: boolean;
  /** When, ms since 1970 on its clock; absent in a file that was written before this was kept. */
  closedAt?: number;
}
