import { limits } from '#contracts';
import { Faults, type FaultsParts, type FaultsState } from '../../faults/index.ts';
import type { Catalogue } from './catalogue.ts';

/** Some calls of a sandbox, and the faults of the scenario, which match and count only these calls. */
export interface ScenarioRun {
  readonly id: string;
  readonly scenario: string;
  readonly faults: Faults;
  /** After a booking, a client that begins again gets another run. */
  readonly booked: boolean;
}

export interface RunsState {
  /** The runs, the least recently used first. @internal */
  readonly plays: readonly RunState[];
  /** How many runs the sandbox has begun. */
  readonly playsBegun: number;
}

interface RunState extends FaultsState {
  readonly id: string;
  readonly scenario: string;
  /** Calls find the run by these. */
  readonly keys: readonly string[];
  /** Only until the run continues with its next step. */
  readonly open?: string;
  readonly booked?: true;
}

interface Entry extends ScenarioRun {
  readonly keys: Set<string>;
  open: string | undefined;
  booked: boolean;
}

/** When there are too many runs, the least recently used one is dropped. */
export class ScenarioRuns {
  readonly catalogue: Catalogue;
  readonly #parts: FaultsParts;
  readonly #max: number;
  readonly #entries = new Map<string, Entry>();
  readonly #idByKey = new Map<string, string>();
  #begun: number;

  constructor(
    { catalogue, ...parts }: FaultsParts & { catalogue: Catalogue },
    state?: RunsState,
    max: number = limits.plays.value,
  ) {
    this.catalogue = catalogue;
    this.#parts = parts;
    this.#max = max;
    this.#begun = state?.playsBegun ?? 0;
    if (state) this.load(state);
  }

  /** A run stays the same object, because a call that waits can refer to it. @internal */
  load({ plays, playsBegun }: RunsState): void {
    const known = new Map(this.#entries);
    this.#entries.clear();
    this.#idByKey.clear();
    this.#begun = playsBegun;
    for (const { id, scenario, keys, open, booked = false, ...counted } of plays) {
      const entry = known.get(id);
      entry?.keys.clear();
      entry?.faults.load(counted);
      const faults = entry?.faults ?? new Faults(this.#parts, counted);
      const loaded = { id, scenario, faults, keys: new Set<string>(), open, booked };
      this.#add(entry ? Object.assign(entry, { open, booked }) : loaded, keys);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  get(id: string | undefined): ScenarioRun | undefined {
    const entry = this.#entries.get(id ?? '');
    if (!entry) return undefined;
    this.#entries.delete(entry.id); // now this run is the most recently used one
    this.#entries.set(entry.id, entry);
    return entry;
  }

  byKey(key: string): ScenarioRun | undefined {
    return this.get(this.#idByKey.get(key));
  }

  join(scenario: string, key: string): ScenarioRun {
    return this.byKey(key) ?? this.#begin(scenario, key);
  }

  /** The key finds this run only until `settle`; then it begins another. */
  joinOpen(scenario: string, key: string): ScenarioRun {
    return this.byKey(key) ?? this.#begin(scenario, key, key);
  }

  leaveOpen({ id }: ScenarioRun, key: string): void {
    this.settle(id);
    const entry = this.#entries.get(id);
    if (!entry || entry.booked) return;
    this.name(entry, key);
    entry.open = key;
  }

  /** The run has continued with the next step. `key`: only if this is the open key. */
  settle(id: string, key?: string): void {
    const entry = this.#entries.get(id);
    if (entry?.open === undefined || (key !== undefined && key !== entry.open)) return;
    if (entry.keys.has(entry.open)) this.#forget(entry.open); // if the run no longer has the key, another run has the key
    entry.open = undefined;
  }

  /** A call of the run has booked a service. */
  conclude(id: string | undefined): void {
    const entry = this.#entries.get(id ?? '');
    if (!entry) return;
    this.settle(entry.id);
    entry.booked = true;
  }

  /** If another run has the key, it loses the key. */
  name({ id }: ScenarioRun, key: string): void {
    const entry = this.#entries.get(id);
    if (!entry || entry.keys.has(key)) return;
    this.#forget(key);
    this.#idByKey.set(key, id);
    entry.keys.add(key);
  }

  dump(): RunsState {
    const plays = [...this.#entries.values()].map(({ id, scenario, faults, keys, open, booked }) => ({
      id,
      scenario,
      keys: [...keys],
      ...(open !== undefined && { open }),
      ...(booked && { booked }),
      ...faults.dump(),
    }));
    return { plays, playsBegun: this.#begun };
  }

  #begin(scenario: string, key: string, open?: string): Entry {
    this.#begun += 1;
    const faults = new Faults(this.#parts);
    faults.armList(this.catalogue.faultsOf(scenario), 'setup.faults');
    const id = `play-${this.#begun}`;
    return this.#add({ id, scenario, faults, keys: new Set(), open, booked: false }, [key]);
  }

  #add(entry: Entry, keys: readonly string[]): Entry {
    this.#entries.set(entry.id, entry);
    for (const key of keys) this.name(entry, key);
    for (const [id, { keys }] of this.#entries) {
      if (this.#entries.size <= this.#max) break;
      this.#entries.delete(id);
      for (const key of keys) this.#idByKey.delete(key);
    }
    return entry;
  }

  #forget(key: string): void {
    const id = this.#idByKey.get(key);
    if (id === undefined) return;
    this.#idByKey.delete(key);
    this.#entries.get(id)?.keys.delete(key);
  }
}
