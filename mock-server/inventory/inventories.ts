import type { Product } from '#contracts';
import { createRotatingMap, type RotatingMap } from '../clock/index.ts';
import { createCarInventory } from './car.ts';
import { createHotelInventory } from './hotel.ts';
import type { Places } from './places.ts';
import type { Inventory } from './quote.ts';
import { createTourInventory } from './tour.ts';
import { createTransferInventory } from './transfer.ts';

const makers = {
  hotel: createHotelInventory,
  car: createCarInventory,
  transfer: createTransferInventory,
  tour: createTourInventory,
} satisfies Record<Product, (seed: number, places: Places) => unknown>;

/** An inventory is created at its first use. */
export type Inventories = (product: Product) => Inventory<unknown>;

const seedsKept = 50;
/** Sandboxes with the same seed share their inventories, which cache large lists of offers. */
const shared = new WeakMap<Places, RotatingMap<number, Inventories>>();

export function createInventories(seed: number, places: Places): Inventories {
  const bySeed = shared.get(places) ?? createRotatingMap<number, Inventories>(seedsKept);
  shared.set(places, bySeed);
  const inventories = bySeed.get(seed) ?? makeInventories(seed, places);
  bySeed.set(seed, inventories);
  return inventories;
}

function makeInventories(seed: number, places: Places): Inventories {
  const made: Partial<Record<Product, Inventory<unknown>>> = {};
  return product => {
    // The schema of the operation has already checked that the criteria have the form of this product.
    made[product] ??= makers[product](seed, places) as Inventory<unknown>;
    return made[product];
  };
}
