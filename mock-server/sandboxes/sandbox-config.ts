import type { Fault, PlaceOf } from '#contracts/fault';
import type { ClockState, NewClock } from '../clock/index.ts';
import type { FaultsState } from '../faults/index.ts';
import type { Ids } from '../inventory/index.ts';
import type { JournalState } from '../journal/index.ts';
import type { Catalogue, RunsState } from '../scenario-runs/index.ts';
import type { StoreSource, StoreState } from '../store/index.ts';

/** A user name with its password. The fields have the names of the API. */
export interface Credential {
  Username: string;
  Password: string;
}

/** The options of a sandbox. */
export interface SandboxOptions {
  /** The maximum number of requests per minute for each credential. `false` means no limit. */
  rateLimit: number | false;
  /**
   * `honoured`: a DoBooking with a repeated Idempotency-Key gets the first answer again. `ignored`: the key has no
   * effect (decision 3).
   */
  idempotency: 'ignored' | 'honoured';
  /** The hotel and destination ids that exist: only the ids of the reference data (`known`), or any id. */
  ids: Ids;
  /** The maximum memory of the journal, in bytes. */
  journalBytes: number;
}

/**
 * The id, secrets and options of a sandbox. The caller sets these values when it creates the sandbox, or the server
 * generates them.
 */
export interface SandboxIdentity {
  id: string;
  seed: string;
  credentials: Credential[];
  staticToken: string;
  managerId: number;
  mcpToken: string;
  options: SandboxOptions;
  /** The id of the scenario that the sandbox plays. The sandbox starts with the faults of this scenario. */
  scenario?: string;
  /** The time without a call after which the sandbox is deleted, in real seconds; absent for a sandbox that stays. */
  expiresAfter?: number;
}

/** The complete state of a sandbox as JSON data, for snapshots, forks, exports and imports. */
export interface SandboxState extends FaultsState, RunsState {
  format: 'understudy-sandbox';
  version: 1;
  identity: SandboxIdentity;
  /** The clock options and the faults with which the sandbox was created. A reset restores them. */
  start: { clock: NewClock; faults: readonly unknown[] };
  /** @internal */
  clock: ClockState;
  /** @internal */
  store: StoreState;
  /** @internal */
  journal: JournalState;
  /**
   * The marks that replace the sandbox's secrets in its journal. A process that imports the state continues to use
   * these marks. Absent in older files.
   */
  marks?: readonly string[];
  rate: [string, number[]][];
  closed: boolean;
  /** The instant at which the sandbox was closed, on its own clock, in milliseconds since 1970. Absent in older files. */
  closedAt?: number;
}

/** The parts of a sandbox's state that do not grow with its calls. */
export type SmallState = Omit<SandboxState, 'store' | 'journal'>;

/** A state from which a sandbox can be made. Each booking is an object or its JSON text. */
export type RestorableState = Omit<SandboxState, 'store'> & { store: StoreSource };

/**
 * The small parts of a sandbox. `next` is the number of the next exchange. `createdAt` is the real time at which the sandbox was
 * created. `beginning` returns the parts that never change. `rate` returns the rate windows.
 */
export interface SandboxHead
  extends FaultsState,
    RunsState,
    Pick<SandboxState, 'clock' | 'closed' | 'closedAt'> {
  beginning(): Pick<SandboxState, 'identity' | 'start' | 'marks'>;
  next: number;
  createdAt: number;
  rate(): SandboxState['rate'];
}

/** The configuration of a new sandbox. Every field has a default. */
export interface SandboxConfig {
  id?: string | undefined;
  seed?: string | number | undefined;
  credential?: Credential | undefined;
  /** More credentials. Each credential has its own bookings and rate limit. */
  credentials?: readonly Credential[] | undefined;
  staticToken?: string | undefined;
  managerId?: number | undefined;
  mcpToken?: string | undefined;
  clock?: NewClock | undefined;
  options?: { [K in keyof SandboxOptions]?: SandboxOptions[K] | undefined } | undefined;
  /** The faults that are active from the start. Each fault is an object or a text in the short form. */
  faults?: readonly (Fault | string)[] | undefined;
  /**
   * The id of a scenario of the catalogue. The scenario sets the seed, the start of the clock and the options. A value
   * in this configuration overrides a value of the scenario.
   */
  scenario?: string | undefined;
  /** The time without a call after which the sandbox is deleted, in real seconds. By default, the sandbox stays. */
  expiresAfter?: number | undefined;
}

/**
 * Completes a configuration with the seed, the start of the clock and the options of its scenario. The faults of the
 * scenario come before the faults of the configuration.
 *
 * @throws UnknownScenario
 */
export function withSetup(config: SandboxConfig, catalogue: Catalogue): SandboxConfig {
  if (config.scenario === undefined) return config;
  const { setup = {} } = catalogue.require(config.scenario);
  const { clock, options = {}, faults = [] } = config;
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return {
    ...config,
    seed: config.seed ?? setup.seed,
    clock:
      setup.start === undefined
        ? clock
        : { mode: 'real', ...clock, start: clock?.start ?? Date.parse(setup.start) },
    options: { ...setup.options, ...Object.fromEntries(given) },
    faults: [...(setup.faults ?? []), ...faults],
  };
}

/**
 * Returns the function that says in messages where a fault of a new sandbox comes from. The faults of its scenario
 * have the first indexes.
 */
export function startPlaces({ scenario }: SandboxConfig, catalogue: Catalogue): PlaceOf {
  const own = scenario === undefined ? [] : (catalogue.require(scenario).setup?.faults ?? []);
  return index =>
    index < own.length
      ? { source: `scenario ${scenario}: ${JSON.stringify(own[index])}` }
      : `faults[${index - own.length}]`;
}
