import { createHeap, type HeapItem } from '../heap.ts';
import { ShardedMap } from './sharded-map.ts';

/** An entry of the map. A change of the value replaces the item, because an iterator can still need the old one. */
interface Item<Value> extends HeapItem {
  readonly key: string;
  readonly value: Value;
  readonly order: number;
}

/**
 * A map of texts in the order of their insertion, like a `Map`. It also grows without a pause, and its entries can be read step by
 * step while it changes.
 *
 * @example new OrderedMap<number>().set('a', 1)
 */
export class OrderedMap<Value> {
  readonly #items = new ShardedMap<Item<Value>>();
  readonly #inOrder = createHeap<Item<Value>>((a, b) => a.order - b.order);
  #inserted = 0;

  get size(): number {
    return this.#items.size;
  }

  get(key: string): Value | undefined {
    return this.#items.get(key)?.value;
  }

  /** Sets the value of a key. A known key keeps its place in the order. */
  set(key: string, value: Value): void {
    const known = this.#items.get(key);
    if (known) this.#inOrder.remove(known);
    else this.#inserted += 1;
    const item = { key, value, order: known?.order ?? this.#inserted, place: 0 };
    this.#items.set(key, item);
    this.#inOrder.push(item);
  }

  delete(key: string): void {
    const known = this.#items.get(key);
    if (!known) return;
    this.#items.delete(key);
    this.#inOrder.remove(known);
  }

  /** Returns an iterator of all entries, as they are at the call. */
  entries(): Generator<[string, Value], void> {
    return entriesOf(this.#inOrder.inOrder());
  }
}

function* entriesOf<Value>(items: Iterable<Item<Value>>): Generator<[string, Value], void> {
  for (const { key, value } of items) yield [key, value];
}
