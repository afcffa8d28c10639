import { limits } from '#contracts';
import { readFault } from '#contracts/fault';
import { createFaults, type Faults, type FaultsParts, type FaultsState } from '../faults/index.ts';
import type { Catalogue } from '../sandboxes/catalogue.ts';

/** A scenario that some calls of a sandbox play: its faults act on them alone, and count them alone. */
export interface Play {
  readonly id: string;
  readonly scenario: string;
  readonly faults: Faults;
  /** Something was booked in it: whoever begins anew gets another one. */
  readonly booked: boolean;
}

/** A play as plain data. */
export interface PlayState extends FaultsState {
  readonly id: string;
  readonly scenario: string;
  /** What its calls are known by. */
  readonly keys: readonly string[];
  /** The one of them that holds until it has got anywhere. */
  readonly open?: string;
  /** Absent where nothing was booked in it. */
  readonly booked?: true;
}

/** The plays of a sandbox as plain data. */
export interface PlaysState {
  /** Those that nobody asked for the longest come first. */
  readonly plays: readonly PlayState[];
  /** How many were begun so far. */
  readonly playsBegun: number;
}

/** The plays of one sandbox. Each is made when a call first needs it; the one that was not needed longest is given up. */
export interface Plays {
  /** What can be played. */
  readonly catalogue: Catalogue;
  readonly size: number;
  get(id: string | undefined): Play | undefined;
  byKey(key: string): Play | undefined;
  /** The play that is known by a key; where there is none, one of this scenario of the catalogue is begun. */
  join(scenario: string, key: string): Play;
  /** The same until that play is settled: whoever comes by that key then begins another one. */
  joinOpen(scenario: string, key: string): Play;
  /** Makes a play known by a key until it gets on, in place of the one that held so far; one that has booked is not. */
  leaveOpen(play: Play, key: string): void;
  /**
   * Says that a play has got somewhere: from here on its calls are known by what they grow from.
   *
   * @param key where only that key is to hold no longer
   */
  settle(id: string | undefined, key?: string): void;
  /** The same, and that something was booked in it, for good. */
  conclude(id: string | undefined): void;
  /** Makes a play known by a key, too; a key that another one had is its own from now on. */
  name(play: Play, key: string): void;
  dump(): PlaysState;
}

interface Entry extends Play {
  readonly keys: Set<string>;
  open: string | undefined;
  booked: boolean;
}

/** What plays need to know of their sandbox. */
export interface PlaysParts extends FaultsParts {
  catalogue: Catalogue;
}

/**
 * No plays yet, or those of the sandbox it was made from.
 *
 * @param most how many are kept
 */
export function createPlays(
  { catalogue, ...parts }: PlaysParts,
  state?: PlaysState,
  most: number = limits.plays.value,
): Plays {
  const entries = new Map<string, Entry>();
  const byKey = new Map<string, string>();
  let begun = state?.playsBegun ?? 0;

  function add(entry: Entry): Entry {
    entries.set(entry.id, entry);
    for (const [id, { keys }] of entries) {
      if (entries.size <= most) break;
      entries.delete(id);
      for (const key of keys) byKey.delete(key);
    }
    return entry;
  }

  function get(id: string | undefined): Entry | undefined {
    const entry = id === undefined ? undefined : entries.get(id);
    if (!entry) return undefined;
    entries.delete(entry.id); // so that it is the last one to be given up
    entries.set(entry.id, entry);
    return entry;
  }

  function forget(key: string): void {
    const id = byKey.get(key);
    if (id === undefined) return;
    byKey.delete(key);
    entries.get(id)?.keys.delete(key);
  }

  function name({ id }: Play, key: string): void {
    const entry = entries.get(id);
    if (!entry || entry.keys.has(key)) return;
    forget(key);
    byKey.set(key, id);
    entry.keys.add(key);
  }

  function begin(scenario: string, key: string, open?: string): Entry {
    begun += 1;
    const faults = createFaults(parts);
    faults.armList(faultsOf(catalogue, scenario), 'setup.faults');
    const id = `play-${begun}`;
    const entry = add({ id, scenario, faults, keys: new Set(), open, booked: false });
    name(entry, key);
    return entry;
  }

  function settle(id: string | undefined, key?: string): Entry | undefined {
    const entry = id === undefined ? undefined : entries.get(id);
    if (entry?.open === undefined || (key !== undefined && key !== entry.open)) return entry;
    if (entry.keys.has(entry.open)) forget(entry.open); // else another play has it by now
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
    leaveOpen(play, key) {
      const entry = settle(play.id);
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

/** So much of a scenario's id that there is room for a number behind it. */
const idOfFaults = 50;

/** The faults of a scenario under ids that tell whose they are: a call can meet those of its sandbox, too. */
function faultsOf(catalogue: Catalogue, id: string): readonly unknown[] {
  const { faults = [] } = catalogue.require(id).setup ?? {};
  return faults.map((given, index) => ({
    ...readFault(given),
    id: `${id.slice(0, idOfFaults)}:${index + 1}`,
  }));
}
