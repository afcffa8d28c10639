import type { Product } from '#contracts';
import { detailsOf } from '#contracts/control';
import { type InventoryKind, inventoryKinds, inventoryRecords } from '#contracts/inventory';
import { asObject, isObject, memoize } from '#contracts/util';
import { createRotatingMap } from '../clock/index.ts';
import { createCarInventory } from './car.ts';
import { writeRecord } from './fill.ts';
import { createHotelInventory } from './hotel.ts';
import { createPlaces, type Ids, type Places } from './places.ts';
import type { Inventory, Quote } from './quote.ts';
import {
  type AnyRecord,
  type Changes,
  type Destination,
  emptyChanges,
  type Records,
  recordIn,
  withChanges,
} from './reference/index.ts';
import { builtInSource, type InventorySource } from './source.ts';
import type { Testville } from './testville.ts';
import { createTourInventory } from './tour.ts';
import { createTransferInventory } from './transfer.ts';

const makers = {
  hotel: createHotelInventory,
  car: createCarInventory,
  transfer: createTransferInventory,
  tour: createTourInventory,
} satisfies Record<Product, (seed: number, places: Places) => unknown>;

type Inventories = (product: Product) => Inventory<unknown>;

const seedsKept = 50;
/** Sandboxes with the same seed share their inventories, which cache large lists of offers. */
const inventoriesAt = memoize(
  (places: Places) =>
    memoize(
      // The schema of the operation has already checked that the criteria have the form of the product.
      (seed: number): Inventories => memoize(product => makers[product](seed, places) as Inventory<unknown>),
      createRotatingMap<number, Inventories>(seedsKept),
    ),
  new WeakMap(),
);

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

/** A change of a record replaces all of it, so that the next call sees the change. `records`: without those of Testville. */
function derive({ seed, ids, testville }: Parts, from: Records, changes: Changes) {
  const isChanged = Object.values(changes).some(({ size }) => size > 0);
  const records = isChanged ? withChanges(from, changes) : from;
  const places = createPlaces(ids, testville, records);
  const inventoryOf = inventoriesAt(places)(seed);
  return { from, records, places, inventoryOf, quotes: createRotatingMap<string, Quote>(quotesKept) };
}

type Derived = ReturnType<typeof derive>;

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

  get current(): Derived {
    const from = this.source.records;
    if (this.#derived?.from !== from) this.#derived = derive(this.#parts, from, this.#changes);
    return this.#derived;
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
    const city = this.current.places.destination(String(destination));
    if (kind !== 'destinations' && !city)
      return [{ field: 'destination', message: `no destination "${destination}"; create it first` }];
    this.set(kind, value.id, this.#complete(kind, value, city));
    return [];
  }

  /** Keeps the fields that the value does not have. A field with null is drawn again. */
  patch(kind: InventoryKind, value: { readonly id: string | number }): ReturnType<typeof detailsOf> {
    const record = recordIn(this.current.places, kind, value.id);
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
