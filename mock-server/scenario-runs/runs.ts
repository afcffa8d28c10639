import { limits } from '#contracts';
import { createFaults, type Faults, type FaultsParts, type FaultsState } from '../faults/index.ts';
import type { Catalogue } from './catalogue.ts';

/** A run of a scenario by some calls of a sandbox. Its faults hit and count only these calls. */
export interface ScenarioRun {
  readonly id: string;
  readonly scenario: string;
  readonly faults: Faults;
  /** Something was booked in it: a client that begins again gets another run. */
  readonly booked: boolean;
}

/** A scenario run as plain data. */
interface RunState extends FaultsState {
  readonly id: string;
  readonly scenario: string;
  /** The keys by which its calls are found. */
  readonly keys: readonly string[];
  /** The key that holds until the run has made progress. */
  readonly open?: string;
  readonly booked?: true;
}

/** The scenario runs of a sandbox as plain data. */
export interface RunsState {
  /** The least recently used first. */
  readonly plays: readonly RunState[];
  /** How many were begun so far. */
  readonly playsBegun: number;
}

/** The scenario runs of one sandbox. Each begins with the first call that needs it; the least recently used one is dropped. */
export interface ScenarioRuns {
  /** The scenarios that can be run. */
  readonly catalogue: Catalogue;
  readonly size: number;
  get(id: string | undefined): ScenarioRun | undefined;
  byKey(key: string): ScenarioRun | undefined;
  /** Returns the run with a key; begins one of this scenario where there is none. */
  join(scenario: string, key: string): ScenarioRun;
  /** The same, with a key that holds until the run is settled. After that, it begins another run. */
  joinOpen(scenario: string, key: string): ScenarioRun;
  /** Replaces the open key of a run, unless something was booked in it. */
  leaveOpen(run: ScenarioRun, key: string): void;
  /**
   * Notes that a run has made progress: its open key holds no longer.
   *
   * @param key settles the run only if this is its open key
   */
  settle(id: string | undefined, key?: string): void;
  /** Settles a run, and notes that something was booked in it. */
  conclude(id: string | undefined): void;
  /** Gives a key to a run, and takes it from any other run. */
  name(run: ScenarioRun, key: string): void;
  dump(): RunsState;
}

interface Entry extends ScenarioRun {
  readonly keys: Set<string>;
  open: string | undefined;
  booked: boolean;
}

/**
 * Creates the scenario runs of a sandbox.
 *
 * @param state the runs of the sandbox that this one is made from
 * @param max how many are kept
 */
export function createRuns(
  { catalogue, ...parts }: FaultsParts & { catalogue: Catalogue },
  state?: RunsState,
  max: number = limits.plays.value,
): ScenarioRuns {
  const entries = new Map<string, Entry>();
  const byKey = new Map<string, string>();
  let begun = state?.playsBegun ?? 0;

  function add(entry: Entry): Entry {
    entries.set(entry.id, entry);
    for (const [id, { keys }] of entries) {
      if (entries.size <= max) break;
      entries.delete(id);
      for (const key of keys) byKey.delete(key);
    }
    return entry;
  }

  function get(id: string | undefined): Entry | undefined {
    const entry = id === undefined ? undefined : entries.get(id);
    if (!entry) return undefined;
    entries.delete(entry.id); // now the most recently used
    entries.set(entry.id, entry);
    return entry;
  }

  function forget(key: string): void {
    const id = byKey.get(key);
    if (id === undefined) return;
    byKey.delete(key);
    entries.get(id)?.keys.delete(key);
  }

  function name({ id }: ScenarioRun, key: string): void {
    const entry = entries.get(id);
    if (!entry || entry.keys.has(key)) return;
    forget(key);
    byKey.set(key, id);
    entry.keys.add(key);
  }

  function begin(scenario: string, key: string, open?: string): Entry {
    begun += 1;
    const faults = createFaults(parts);
    faults.armList(catalogue.faultsOf(scenario), 'setup.faults');
    const id = `play-${begun}`;
    const entry = add({ id, scenario, faults, keys: new Set(), open, booked: false });
    name(entry, key);
    return entry;
  }

  function settle(id: string | undefined, key?: string): Entry | undefined {
    const entry = id === undefined ? undefined : entries.get(id);
    if (entry?.open === undefined || (key !== undefined && key !== entry.open)) return entry;
    if (entry.keys.has(entry.open)) forget(entry.open); // else another run has it by now
    entry.open = undefined;
    return entry;
  }

  for (const { id, scenario, keys, open, booked = false, ...counted } of state?.plays ?? []) {
    const faults = createFaults(parts, counted);
    const entry = add({ id, scenario, faults, keys: new Set(), open, booked });
    for (const key of keys) name(entry, key);
  }

  const byKeyOf = (key: string) => get(byKey.get(key));

  return {
    catalogue,
    get size() {
      return entries.size;
    },
    get,
    byKey: byKeyOf,
    join: (scenario, key) => byKeyOf(key) ?? begin(scenario, key),
    joinOpen: (scenario, key) => byKeyOf(key) ?? begin(scenario, key, key),
    leaveOpen(run, key) {
      const entry = settle(run.id);
      if (!entry || entry.booked) return;
      name(entry, key);
      entry.open = key;
    },
    settle,
    conclude(id) {
      const entry = settle(id);
      if (entry) entry.booked = true;
    },
    name,
    dump: () => ({
      plays: [...entries.values()].map(({ id, scenario, faults, keys, open, booked }) => ({
        id,
        scenario,
        keys: [...keys],
        ...(open !== undefined && { open }),
        ...(booked && { booked }),
        ...faults.dump(),
      })),
      playsBegun: begun,
    }),
  };
}
