import type { InventoryKind } from '#contracts/inventory';
import { isObject } from '#contracts/util';
import { createRotatingMap, type RotatingMap } from '../clock/index.ts';
import { createInventories, type Inventories } from './inventories.ts';
import { createPlaces, type Ids, type Places } from './places.ts';
import type { Quote } from './quote.ts';
import {
  type Destination,
  type Hotel,
  type ItemRecord,
  type Records,
  withChanges,
} from './reference/index.ts';
import { builtInSource, emptyChanges, type InventorySource, type MutableChanges } from './source.ts';
import type { Testville } from './testville.ts';

/** The maximum number of prices that a sandbox keeps between GetBookingConditions and DoBooking. */
const quotesKept = 200;

interface Parts {
  readonly seed: number;
  readonly ids: Ids;
  readonly testville: Testville | undefined;
  readonly source?: InventorySource | undefined;
}

/** A complete record of one of the kinds. */
export type AnyRecord = Destination | Hotel | ItemRecord;

/** The changes of a sandbox: the kind, the id, and the record or null for a removed record. */
export interface InventoryState {
  inventory?: (readonly [kind: InventoryKind, id: string | number, record: AnyRecord | null])[];
}

/** What a sandbox derives from the records. A change of a record replaces all of it, so that the next call sees the change. */
interface Derived {
  readonly from: Records;
  readonly places: Places;
  readonly inventoryOf: Inventories;
  readonly quotes: RotatingMap<string, Quote>;
}

/** The inventory of a sandbox: the records of the supplier, and the changes of the control API. */
export class SandboxInventory {
  readonly source: InventorySource;
  readonly #parts: Parts;
  #changes: MutableChanges = emptyChanges();
  #derived: Derived | undefined;

  constructor(parts: Parts, state: InventoryState = {}) {
    this.#parts = parts;
    this.source = parts.source ?? builtInSource;
    this.load(state);
  }

  get #now(): Derived {
    const from = this.source.records;
    if (this.#derived?.from === from) return this.#derived;
    const { seed, ids, testville } = this.#parts;
    const isChanged = Object.values(this.#changes).some(({ size }) => size > 0);
    const places = createPlaces(ids, testville, isChanged ? withChanges(from, this.#changes) : from);
    this.#derived = {
      from,
      places,
      inventoryOf: createInventories(seed, places),
      quotes: createRotatingMap(quotesKept),
    };
    return this.#derived;
  }

  get places(): Places {
    return this.#now.places;
  }

  get inventoryOf(): Inventories {
    return this.#now.inventoryOf;
  }

  /** The prices that were computed last. The key contains the product, the criteria and the selection. */
  get quotes(): RotatingMap<string, Quote> {
    return this.#now.quotes;
  }

  /** Stores a record, or removes it with null. A record that is equal to the supplier's needs no change. */
  set(kind: InventoryKind, id: string | number, record: AnyRecord | null): void {
    const changed = this.#changes[kind] as Map<string | number, AnyRecord | null>;
    const original = recordIn(this.source.records, kind, id);
    if (canonical(original ?? null) === canonical(record)) changed.delete(id);
    else changed.set(id, record);
    this.#derived = undefined;
  }

  dump(): InventoryState {
    const kinds = Object.entries(this.#changes) as [InventoryKind, Map<string | number, AnyRecord | null>][];
    const inventory = kinds.flatMap(([kind, changed]) =>
      [...changed].map(([id, record]) => [kind, id, record] as const),
    );
    return inventory.length === 0 ? {} : { inventory };
  }

  load({ inventory = [] }: InventoryState): void {
    this.#changes = emptyChanges();
    for (const [kind, id, record] of inventory)
      (this.#changes[kind] as Map<string | number, AnyRecord | null>).set(id, record);
    this.#derived = undefined;
  }
}

export function recordIn(records: Records, kind: InventoryKind, id: string | number): AnyRecord | undefined {
  if (kind === 'destinations') return records.destination(String(id));
  return kind === 'hotels' ? records.hotel(Number(id)) : records.item(kind, String(id));
}

/** The order of the fields does not matter. */
const canonical = (record: AnyRecord | null): string =>
  JSON.stringify(record, (_, value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
