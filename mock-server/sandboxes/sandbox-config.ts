import type { Fault } from '#contracts/fault';
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

/** What a caller can set of a new sandbox; everything has a default. */
export interface SandboxConfig {
  id?: string | undefined;
  seed?: string | number | undefined;
  credential?: Credential | undefined;
  /** Further credentials, each with bookings and a rate of its own. */
  credentials?: readonly Credential[] | undefined;
  staticToken?: string | undefined;
  managerId?: number | undefined;
  mcpToken?: string | undefined;
  clock?: NewClock | undefined;
  options?: { [K in keyof SandboxOptions]?: SandboxOptions[K] | undefined } | undefined;
  /** Faults that are armed from the start, each as an object or as shorthand text. */
  faults?: readonly (Fault | string)[] | undefined;
  /** The scenario of the catalogue that it plays: sets seed, start of the clock and options where nothing else is given. */
  scenario?: string | undefined;
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
  /** The marks of its own secrets, so that they stay the same under another key; absent in a file that was written before this was kept. */
  marks?: readonly string[];
  rate: [string, number[]][];
  closed: boolean;
  /** When, ms since 1970 on its clock; absent in a file that was written before this was kept. */
  closedAt?: number;
}
