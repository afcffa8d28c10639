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

/** What can be set for a sandbox. */
export interface SandboxOptions {
  /** Requests a minute and credential, or false for no limit. */
  rateLimit: number | false;
  /** Whether an Idempotency-Key that comes again replays the first answer (decision 3). */
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
export interface SandboxState extends FaultsState, RunsState {
  format: 'understudy-sandbox';
  version: 1;
  identity: SandboxIdentity;
  /** As it was made, for a reset. */
  start: { clock: NewClock; faults: readonly unknown[] };
  /** @internal */
  clock: ClockState;
  /** @internal */
  store: StoreState;
  /** @internal */
  journal: JournalState;
  /** The marks of its own secrets, so that they stay the same under another key; absent in a file that was written before this was kept. */
  marks?: readonly string[];
  rate: [string, number[]][];
  closed: boolean;
  /** When, ms since 1970 on its clock; absent in a file that was written before this was kept. */
  closedAt?: number;
}

/** What can be said of a new sandbox; everything has a default. */
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
  /** Faults that are armed from the start, each as an object or in short. */
  faults?: readonly (Fault | string)[] | undefined;
  /** The scenario of the catalogue that it plays: sets seed, start of the clock and options where nothing else is given. */
  scenario?: string | undefined;
}

/**
 * What is said of a new sandbox, filled in by the scenario it is to play: seed, start of the clock and options where
 * nothing else was given. The faults of the scenario come first; what was given beside them is armed, too.
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

/** Names the faults that a new sandbox starts with: those of its scenario come first. */
export function startPlaces({ scenario }: SandboxConfig, catalogue: Catalogue): PlaceOf {
  const own = scenario === undefined ? [] : (catalogue.require(scenario).setup?.faults ?? []);
  return index =>
    index < own.length
      ? { source: `scenario ${scenario}: ${JSON.stringify(own[index])}` }
      : `faults[${index - own.length}]`;
}
