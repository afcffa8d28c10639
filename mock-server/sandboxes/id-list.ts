/**
 * The ids of all sandboxes in alphabetical order, also of sandboxes that are not in memory. Added ids are sorted at the next
 * reading, so that many creations in a row stay fast.
 *
 * @example const ids = new IdList(id => all.has(id)); ids.add('b'); [...ids.after('a')] // ['b']
 */
export class IdList {
  readonly #exists: (id: string) => boolean;
  #sorted: string[] = [];
  #added = new Set<string>();
  readonly #removed = new Set<string>();

  /** @param exists returns whether a sandbox with an id exists. The list skips ids of removed sandboxes. */
  constructor(exists: (id: string) => boolean) {
    this.#exists = exists;
  }

  /** The number of sandboxes. */
  get size(): number {
    return this.#sorted.length + this.#added.size - this.#removed.size;
  }

  /** Adds the id of a sandbox. Does nothing if the list has the id. */
  add(id: string): void {
    if (!this.#removed.delete(id) && !this.#isSorted(id)) this.#added.add(id);
  }

  /** Notes that the sandbox with an id was removed. */
  remove(id: string): void {
    if (!this.#added.delete(id) && this.#isSorted(id)) this.#removed.add(id);
  }

  /** Returns the ids after an id, which need not exist. */
  *after(id: string): Generator<string> {
    this.#sort();
    const sorted = this.#sorted;
    for (let index = firstAfter(sorted, id); index < sorted.length; index += 1) {
      const next = sorted[index] ?? '';
      if (this.#exists(next)) yield next;
    }
  }

  /** Returns the ids near an id in alphabetical order, at most `count` on each side. */
  *near(id: string, count: number): Generator<string> {
    this.#sort();
    const index = firstAfter(this.#sorted, id);
    for (const near of this.#sorted.slice(Math.max(0, index - count), index + count))
      if (this.#exists(near)) yield near;
  }

  #sort(): void {
    if (this.#added.size === 0 && this.#removed.size <= this.#sorted.length / 2) return;
    this.#sorted = merge(this.#sorted, [...this.#added].sort()).filter(id => !this.#removed.has(id));
    this.#added = new Set();
    this.#removed.clear();
  }

  #isSorted(id: string): boolean {
    return this.#sorted[firstAfter(this.#sorted, id) - 1] === id;
  }
}

/** Returns the index of the first id after `id` in a sorted list. */
function firstAfter(sorted: readonly string[], id: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Merges two sorted lists. */
function merge(one: readonly string[], other: readonly string[]): string[] {
  const merged: string[] = [];
  let index = 0;
  for (const id of other) {
    for (let next = one[index]; next !== undefined && next < id; next = one[++index]) merged.push(next);
    merged.push(id);
  }
  for (; index < one.length; index += 1) merged.push(one[index] ?? '');
  return merged;
}
