/** An object that a heap can contain. */
export interface HeapItem {
  /**
   * The index of the item in its heap, which only the heap changes, so that `remove` needs no search. An item that was never in a
   * heap can have any number. A `Map` of all places would stop other calls while it grows.
   */
  place: number;
}

/** A binary heap. `peek` takes constant time. `push`, `pop` and `remove` take logarithmic time. */
export class Heap<Item extends HeapItem> {
  readonly #compare: (a: Item, b: Item) => number;
  readonly #items: Item[] = [];

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#items.length;
  }

  /** Adds an item. Throws when the heap already contains the same object. */
  push(item: Item): void {
    if (this.#has(item))
      throw new Error('heap.push: this object is already in the heap; call remove() first');
    this.#rise(item, this.#items.length);
  }

  /** Returns the first item in order and leaves it in the heap. */
  peek(): Item | undefined {
    return this.#items[0];
  }

  /** Removes and returns the first item in order. */
  pop(): Item | undefined {
    const first = this.#items[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  /** Removes an object from any place in the heap. Returns false when the heap does not contain the object. */
  remove(item: Item): boolean {
    if (!this.#has(item)) return false;
    const { place } = item;
    const last = this.#items.pop();
    if (last !== undefined && last !== item && this.#rise(last, place) === place) this.#sink(last, place);
    return true;
  }

  /** Returns an iterator of every item, in order, as the heap is at the call. Each step takes logarithmic time. */
  inOrder(): Generator<Item, void> {
    return inOrder([...this.#items], this.#compare);
  }

  /** An item that was removed, or that is in another heap, can have the place of another item. */
  #has(item: Item): boolean {
    return this.#items[item.place] === item;
  }

  #put(item: Item, place: number): void {
    this.#items[place] = item;
    item.place = place;
  }

  #rise(item: Item, from: number): number {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.#items[above];
      if (parent === undefined || this.#compare(item, parent) >= 0) break;
      this.#put(parent, place);
      place = above;
    }
    this.#put(item, place);
    return place;
  }

  #sink(item: Item, from: number): void {
    let place = from;
    for (;;) {
      const left = this.#items[2 * place + 1];
      const right = this.#items[2 * place + 2];
      if (left === undefined) break;
      const goRight = right !== undefined && this.#compare(right, left) < 0;
      const child = goRight ? right : left;
      if (this.#compare(item, child) <= 0) break;
      this.#put(child, place);
      place = 2 * place + (goRight ? 2 : 1);
    }
    this.#put(item, place);
  }
}

/** Yields the items of a heap in order, and leaves them unchanged. */
function* inOrder<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<Item, void> {
  /** The items whose parents were already yielded. The next item in order is one of them. */
  const next = createHeap<{ item: Item; index: number; place: number }>((a, b) => compare(a.item, b.item));
  function add(index: number): void {
    const item = items[index];
    if (item !== undefined) next.push({ item, index, place: 0 });
  }
  add(0);
  for (let first = next.pop(); first; first = next.pop()) {
    yield first.item;
    add(2 * first.index + 1);
    add(2 * first.index + 2);
  }
}

/**
 * Creates an empty heap.
 *
 * @param compare returns a number below zero when the first argument comes before the second, as in
 * Array.prototype.sort
 * @example
 * const heap = createHeap<{ at: number; place: number }>((a, b) => a.at - b.at);
 */
export const createHeap = <Item extends HeapItem>(compare: (a: Item, b: Item) => number): Heap<Item> =>
  new Heap(compare);
