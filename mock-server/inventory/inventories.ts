import type { Product } from '#contracts';
import { memoize } from '#contracts/util';
import { createRotatingMap } from '../clock/index.ts';
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

export type Inventories = (product: Product) => Inventory<unknown>;

const seedsKept = 50;
/** Sandboxes with the same seed share their inventories, which cache large lists of offers. */
const shared = memoize(
  (places: Places) =>
    memoize(
      // The schema of the operation has already checked that the criteria have the form of the product.
      (seed: number): Inventories => memoize(product => makers[product](seed, places) as Inventory<unknown>),
      createRotatingMap<number, Inventories>(seedsKept),
    ),
  new WeakMap(),
);

export const createInventories = (seed: number, places: Places): Inventories => shared(places)(seed);
