import type { Fault, PlaceOf } from '#contracts/fault';
import type { ClockState, NewClock } from '../clock/index.ts';
import type { FaultsState } from '../faults/index.ts';
import type { Ids } from '../inventory/index.ts';
import type { JournalState } from '../journal/index.ts';
import type { Catalogue, RunsState } from '../scenario-runs/index.ts';
import type { StoreState } from '../store/index.ts';

/** A user name with its password, as the wire has it. */
export interface Credential {
  Username: string;
  Password: string;
}

/** The options of a sandbox. */
export interface SandboxOptions {
  /** Requests per minute for each credential; false: no limit. */
  rateLimit: number | false;
  /** Whether a repeated Idempotency-Key replays the first answer (decision 3). */
  idempotency: 'ignored' | 'honoured';
  /** Which hotel and destination ids exist: those of the reference data, or any. */
  ids: Ids;
  /** The bound on the memory of the journal, in bytes. */
  journalBytes: number;
}

/** The id, secrets and options of a sandbox, given or generated when it was created. */
export interface SandboxIdentity {
  id: string;
  seed: string;
  credentials: Credential[];
  staticToken: string;
  managerId: number;
  mcpToken: string;
  options: SandboxOptions;
  /** The id of its scenario. The sandbox starts with the faults of the scenario. */
  scenario?: string;
}

/** A sandbox as plain data, for snapshot, fork, export and import. */
export interface SandboxState extends FaultsState, RunsState {
  format: 'understudy-sandbox';
  version: 1;
  identity: SandboxIdentity;
  /** The start of the sandbox, for a reset. */
  start: { clock: NewClock; faults: readonly unknown[] };
  /** @internal */
  clock: ClockState;
  /** @internal */
  store: StoreState;
  /** @internal */
  journal: JournalState;
  /** The marks of its own secrets, so that another process uses the same marks; absent in older files. */
  marks?: readonly string[];
  rate: [string, number[]][];
  closed: boolean;
  /** The instant of closing, ms since 1970 on its clock; absent in older files. */
  closedAt?: number;
}

/** The configuration of a new sandbox. Every field has a default. */
export interface SandboxConfig {
  id?: string | undefined;
  seed?: string | number | undefined;
  credential?: Credential | undefined;
  /** More credentials. Each has its own bookings and rate limit. */
  credentials?: readonly Credential[] | undefined;
  staticToken?: string | undefined;
  managerId?: number | undefined;
  mcpToken?: string | undefined;
  clock?: NewClock | undefined;
  options?: { [K in keyof SandboxOptions]?: SandboxOptions[K] | undefined } | undefined;
  /** Faults that are armed from the start, as objects or in the short form. */
  faults?: readonly (Fault | string)[] | undefined;
  /** The id of a scenario of the catalogue. It sets seed, start of the clock and options, unless they are given here. */
  scenario?: string | undefined;
}

/**
 * Completes a configuration with the seed, the start of the clock and the options of its scenario. The faults of the scenario
 * come before those of the configuration.
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

/** Returns the names of a new sandbox's faults for messages. The faults of its scenario come first. */
export function startPlaces({ scenario }: SandboxConfig, catalogue: Catalogue): PlaceOf {
  const own = scenario === undefined ? [] : (catalogue.require(scenario).setup?.faults ?? []);
  return index =>
    index < own.length
      ? { source: `scenario ${scenario}: ${JSON.stringify(own[index])}` }
      : `faults[${index - own.length}]`;
}
