import { inventoryKinds } from '#contracts/inventory';
import { memoize } from '#contracts/util';
import { createFiller, type Filler } from './fill.ts';
import {
  type AnyRecord,
  builtInRecords,
  createRecords,
  type Destination,
  emptyChanges,
  type Hotel,
  type ItemRecord,
  noTables,
  type Records,
  withChanges,
} from './reference/index.ts';

type HookEvent<One> = {
  readonly data: Readonly<Partial<Record<'record' | 'prevRecord' | 'nextRecord' | 'deletedRecord', One>>>;
};

/** What the supplier uses of a `Collection` of `@msw/data`, without a need for that package. */
export interface RecordCollection<One> {
  all(): readonly One[];
  readonly hooks: {
    on(type: 'create' | 'update' | 'delete', listener: (event: HookEvent<One>) => void): unknown;
  };
}

/**
 * The inventory of a supplier: collections of `@msw/data`, which `readInventory` of travel-understudy/scenarios/node creates from
 * files. A change of a collection shows in the next call. Without cars, transfers or tours, every destination sells the built-in ones.
 */
export interface SupplierInventory {
  readonly destinations?: RecordCollection<Destination> | undefined;
  readonly hotels?: RecordCollection<Hotel> | undefined;
  readonly cars?: RecordCollection<ItemRecord<'cars'>> | undefined;
  readonly transfers?: RecordCollection<ItemRecord<'transfers'>> | undefined;
  readonly tours?: RecordCollection<ItemRecord<'tours'>> | undefined;
  /** Whether the built-in inventory exists beside the collections. Default: false. */
  readonly builtIn?: boolean | undefined;
  /** The seed of what the records left out. Default: `understudy`. */
  readonly seed?: string | undefined;
  /** Completes the records of the control API. @internal */
  readonly filler?: Filler | undefined;
}

export interface InventorySource {
  /** The same object until a record changes. */
  readonly records: Records;
  readonly filler: Filler;
}

export const defaultInventorySeed = 'understudy';

export const builtInSource: InventorySource = {
  records: builtInRecords,
  filler: createFiller(defaultInventorySeed),
};

/** All suppliers with an inventory share the result. */
export const openInventory = memoize(followInventory, new WeakMap());

function followInventory(inventory: SupplierInventory): InventorySource {
  const { builtIn = false, seed = defaultInventorySeed, filler = createFiller(seed) } = inventory;
  const first = emptyChanges();
  const later = emptyChanges();
  let current: Records | undefined;
  for (const kind of inventoryKinds) {
    const collection = inventory[kind] as RecordCollection<AnyRecord> | undefined;
    for (const record of collection?.all() ?? []) first[kind].set(record.id, record);
    const replace = (before: AnyRecord | undefined, after: AnyRecord | undefined) => {
      if (before) later[kind].set(before.id, null);
      if (after) later[kind].set(after.id, after);
      current = undefined;
    };
    collection?.hooks.on('create', ({ data }) => replace(undefined, data.record));
    collection?.hooks.on('update', ({ data }) => replace(data.prevRecord, data.nextRecord));
    collection?.hooks.on('delete', ({ data }) => replace(data.deletedRecord, undefined));
  }

  const base: Records = {
    ...withChanges(builtIn ? builtInRecords : createRecords(noTables), first),
    sellsStock: kind => builtIn || first[kind].size === 0,
  };
  return {
    filler,
    get records() {
      current ??= withChanges(base, later);
      return current;
    },
  };
}
