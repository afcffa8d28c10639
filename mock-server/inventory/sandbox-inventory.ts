import { createRotatingMap, type RotatingMap } from '../clock/index.ts';
import { createInventories, type Inventories } from './inventories.ts';
import { createPlaces, type Ids, type Places } from './places.ts';
import type { Quote } from './quote.ts';
import type { Records } from './reference/index.ts';
import { builtInSource, type InventorySource } from './source.ts';
import type { Testville } from './testville.ts';

/** The maximum number of prices that a sandbox keeps between GetBookingConditions and DoBooking. */
const quotesKept = 200;

interface Parts {
  readonly seed: number;
  readonly ids: Ids;
  readonly testville: Testville | undefined;
  readonly source?: InventorySource | undefined;
}

/** What a sandbox derives from the records. A change of a record replaces all of it, so that the next call sees the change. */
interface Derived {
  readonly from: Records;
  readonly places: Places;
  readonly inventoryOf: Inventories;
  readonly quotes: RotatingMap<string, Quote>;
}

/** The inventory of a sandbox: the records of the supplier. */
export class SandboxInventory {
  readonly source: InventorySource;
  readonly #parts: Parts;
  #derived: Derived | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.source = parts.source ?? builtInSource;
  }

  get #now(): Derived {
    const from = this.source.records;
    if (this.#derived?.from === from) return this.#derived;
    const { seed, ids, testville } = this.#parts;
    const places = createPlaces(ids, testville, from);
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
}
