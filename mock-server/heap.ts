/** A binary heap: the first item in order is at hand, any item can be taken out, each in logarithmic time. */
export interface Heap<Item extends object> {
  readonly size: number;
  /** Adds an item; the same object may be in it once at a time. */
  push(item: Item): void;
  /** The first item in order, which stays where it is. */
  peek(): Item | undefined;
  /** Takes the first item in order out. */
  pop(): Item | undefined;
  /** Takes this very item out, wherever it stands; false when it is not in the heap. */
  remove(item: Item): boolean;
  /** Every item, in order. */
  inOrder(): Item[];
}

/**
 * An empty heap.
 *
 * @param compare below zero when the first argument comes before the second, as in Array.prototype.sort
 * @example
 * const heap = createHeap<{ at: number }>((a, b) => a.at - b.at);
 */
export function createHeap<Item extends object>(compare: (a: Item, b: Item) => number): Heap<Item> {
  const items: Item[] = [];
  // Kept beside the items so that one from the middle is found without a search.
  const places = new Map<Item, number>();

  function put(item: Item, place: number): void {
    items[place] = item;
    places.set(item, place);
  }

  function rise(item: Item, from: number): number {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = items[above];
      if (parent === undefined || compare(item, parent) >= 0) break;
      put(parent, place);
      place = above;
    }
    put(item, place);
    return place;
  }

  function sink(item: Item, from: number): void {
    let place = from;
    for (;;) {
      const left = items[2 * place + 1];
      const right = items[2 * place + 2];
      if (left === undefined) break;
      const goRight = right !== undefined && compare(right, left) < 0;
      const child = goRight ? right : left;
      if (compare(item, child) <= 0) break;
      put(child, place);
      place = 2 * place + (goRight ? 2 : 1);
    }
    put(item, place);
  }

  function remove(item: Item): boolean {
    const place = places.get(item);
    if (place === undefined) return false;
    places.delete(item);
    const last = items.pop();
    if (last !== undefined && last !== item && rise(last, place) === place) sink(last, place);
    return true;
  }

  return {
    get size() {
      return items.length;
    },
    push(item) {
      if (places.has(item))
        throw new Error('heap.push: this object is in the heap already; take it out first');
      rise(item, items.length);
    },
    peek: () => items[0],
    pop() {
      const first = items[0];
      if (first !== undefined) remove(first);
      return first;
    },
    remove,
    inOrder: () => [...items].sort(compare),
  };
}
