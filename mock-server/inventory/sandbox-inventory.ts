import { detailsOf } from '#contracts/control';
import { type InventoryKind, inventoryKinds, inventoryRecords } from '#contracts/inventory';
import { asObject, isObject } from '#contracts/util';
import { createRotatingMap, type RotatingMap } from '../clock/index.ts';
import { writeRecord } from './fill.ts';
import { createInventories, type Inventories } from './inventories.ts';
import { createPlaces, type Ids, type Places } from './places.ts';
import type { Quote } from './quote.ts';
import {
  type AnyRecord,
  type Destination,
  emptyChanges,
  type Records,
  recordIn,
  withChanges,
} from './reference/index.ts';
import { builtInSource, type InventorySource } from './source.ts';
import type { Testville } from './testville.ts';

/** Prices that a sandbox keeps between GetBookingConditions and DoBooking. */
const quotesKept = 200;

interface Parts {
  readonly seed: number;
  readonly ids: Ids;
  readonly testville: Testville | undefined;
  readonly source?: InventorySource | undefined;
}

/** The changes of a sandbox; null for a removed record. */
export interface InventoryState {
  inventory?: (readonly [kind: InventoryKind, id: string | number, record: AnyRecord | null])[];
}

/** A change of a record replaces all of it, so that the next call sees the change. */
interface Derived {
  readonly from: Records;
  readonly records: Records;
  readonly places: Places;
  readonly inventoryOf: Inventories;
  readonly quotes: RotatingMap<string, Quote>;
}

/** The records of the supplier with the changes of the control API. */
export class SandboxInventory {
  readonly source: InventorySource;
  readonly #parts: Parts;
  #changes = emptyChanges();
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
    const records = isChanged ? withChanges(from, this.#changes) : from;
    const places = createPlaces(ids, testville, records);
    this.#derived = {
      from,
      records,
      places,
      inventoryOf: createInventories(seed, places),
      quotes: createRotatingMap(quotesKept),
    };
    return this.#derived;
  }

  /** The records without those of Testville. */
  get records(): Records {
    return this.#now.records;
  }

  get places(): Places {
    return this.#now.places;
  }

  get inventoryOf(): Inventories {
    return this.#now.inventoryOf;
  }

  get quotes(): RotatingMap<string, Quote> {
    return this.#now.quotes;
  }

  /** Null removes the record. A record that is equal to the supplier's needs no change. */
  set(kind: InventoryKind, id: string | number, record: AnyRecord | null): void {
    const changed = this.#changes[kind];
    const original = recordIn(this.source.records, kind, id);
    if (canonical(original ?? null) === canonical(record)) changed.delete(id);
    else changed.set(id, record);
    this.#derived = undefined;
  }

  /** `value`: a record as a person writes it. Returns its problems; a wrong record changes nothing. */
  put(kind: InventoryKind, value: { readonly id: string | number }): ReturnType<typeof detailsOf> {
    const schema = inventoryRecords[kind]();
    const { error } = schema.safeParse(value);
    if (error) return detailsOf(error, { schema, value });
    const { destination = value.id } = asObject(value);
    const city = this.places.destination(String(destination));
    if (kind !== 'destinations' && !city)
      return [{ field: 'destination', message: `no destination "${destination}"; create it first` }];
    this.set(kind, value.id, this.#complete(kind, value, city));
    return [];
  }

  /** Keeps the fields that the value does not have. A field with null is drawn again. */
  patch(kind: InventoryKind, value: { readonly id: string | number }): ReturnType<typeof detailsOf> {
    const record = recordIn(this.places, kind, value.id);
    const merged = { ...(record && writeRecord(record)), ...value };
    const stated = Object.entries(merged).filter(([, field]) => field !== null);
    return this.put(kind, { ...Object.fromEntries(stated), id: value.id });
  }

  #complete(kind: InventoryKind, value: unknown, city: Destination | undefined): AnyRecord {
    const { filler } = this.source;
    if (kind === 'hotels' && city) return filler.hotel(inventoryRecords.hotels().parse(value), city);
    if (kind === 'hotels' || kind === 'destinations')
      return filler.destination(inventoryRecords.destinations().parse(value));
    return inventoryRecords[kind]().parse(value);
  }

  dump(): InventoryState {
    const inventory = inventoryKinds.flatMap(kind =>
      [...this.#changes[kind]].map(([id, record]) => [kind, id, record] as const),
    );
    return inventory.length === 0 ? {} : { inventory };
  }

  load({ inventory = [] }: InventoryState): void {
    this.#changes = emptyChanges();
    for (const [kind, id, record] of inventory) this.#changes[kind].set(id, record);
    this.#derived = undefined;
  }
}

/** The order of the fields does not matter. */
const canonical = (record: AnyRecord | null): string =>
  JSON.stringify(record, (_, value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
