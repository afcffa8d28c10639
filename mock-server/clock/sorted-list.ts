/** Equal items keep the order in which they were added. */
export class SortedList<Item> {
  readonly #compare: (a: Item, b: Item) => number;
  readonly #items: Item[] = [];

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  get all(): Item[] {
    return [...this.#items];
  }

  add(item: Item): void {
    const items = this.#items;
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(items[middle] as Item, item) <= 0)
        low = middle + 1; // `middle` is below the length
      else high = middle;
    }
    items.splice(low, 0, item);
  }

  clear(): void {
    this.#items.length = 0;
  }

  takeFirst(): Item | undefined {
    return this.#items.shift();
  }

  remove(item: Item): void {
    const index = this.#items.indexOf(item);
    if (index >= 0) this.#items.splice(index, 1);
  }
}
