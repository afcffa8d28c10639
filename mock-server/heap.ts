/** A binary heap. `peek` takes constant time. `push`, `pop` and `remove` take logarithmic time. */
export class Heap<Item extends object> {
  readonly #compare: (a: Item, b: Item) => number;
  readonly #items: Item[] = [];
  /** The index of each item, so that `remove` needs no search. */
  readonly #places = new Map<Item, number>();

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#items.length;
  }

  /** Adds an item. Throws when the heap already contains the same object. */
  push(item: Item): void {
    if (this.#places.has(item))
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
    const place = this.#places.get(item);
    if (place === undefined) return false;
    this.#places.delete(item);
    const last = this.#items.pop();
    if (last !== undefined && last !== item && this.#rise(last, place) === place) this.#sink(last, place);
    return true;
  }

  /** Returns every item, in order. */
  inOrder(): Item[] {
    return [...this.#items].sort(this.#compare);
  }

  #put(item: Item, place: number): void {
    this.#items[place] = item;
    this.#places.set(item, place);
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

/**
 * Creates an empty heap.
 *
 * @param compare returns a number below zero when the first argument comes before the second, as in
 * Array.prototype.sort
 * @example
 * const heap = createHeap<{ at: number }>((a, b) => a.at - b.at);
 */
export const createHeap = <Item extends object>(compare: (a: Item, b: Item) => number): Heap<Item> =>
  new Heap(compare);
