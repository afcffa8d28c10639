import type { PlaceOf } from '#contracts/fault';
import type { MachineClock, NewClock } from '../clock/index.ts';
import type { JournalMemory } from '../journal/index.ts';
import type { Ports } from '../ports.ts';
import type { Catalogue } from '../scenario-runs/index.ts';
import type { SecretSource } from '../seed-secrets.ts';
import type { CreateStore } from '../store/index.ts';
import type { RestorableState, SandboxIdentity } from './sandbox-config.ts';

/** What a sandbox is made from: an identity and the options of its clock, or the state of another sandbox. */
export type SandboxSource =
  | {
      identity: SandboxIdentity;
      clock: NewClock;
      faults?: readonly unknown[] | undefined;
      /** Returns the name by which an error message identifies a fault. */
      placeOf?: PlaceOf | undefined;
    }
  | StateSource;

/** The state of another sandbox, and the parts of an earlier copy of the same sandbox. */
export interface StateSource {
  state: RestorableState;
  identity?: SandboxIdentity;
  /** The instant of the creation of a stored sandbox, in real milliseconds since 1970. By default, the sandbox is created now. */
  createdAt?: number | undefined;
  /** How many exchanges the journal of a stored sandbox has lost. */
  lost?: { facts: number; bodies: number } | undefined;
}

/** The parts of a server that all its sandboxes share. */
export interface Surroundings {
  machine?: MachineClock | undefined;
  /** The ports of single sandboxes. A port closes when another process has removed its sandbox from a shared store. */
  ports?: Pick<Ports, 'ids'> | undefined;
  /** The maximum number of sandboxes in memory. Default: no maximum. */
  maxSandboxes?: number | undefined;
  createStore?: CreateStore | undefined;
  /** The source of generated secrets, and of the marks that replace secrets in journals. */
  secrets: SecretSource;
  /** The scenarios that a sandbox can run. */
  catalogue: Catalogue;
  /** The memory that the journals of all sandboxes share. Default: no limit of all journals. */
  journalMemory?: JournalMemory | undefined;
}
