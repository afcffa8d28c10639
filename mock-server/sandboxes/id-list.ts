/** The maximum number of ids in a block. Adding an id moves at most this number of ids. */
const maxBlock = 512;

/**
 * The ids of all sandboxes in alphabetical order, also of sandboxes that are not in memory. Adding, removing and finding an id
 * stay fast with 100,000 ids, because the ids are in blocks.
 *
 * @example const ids = new IdList(id => all.has(id)); ids.add('b'); [...ids.after('a')] // ['b']
 */
export class IdList {
  readonly #exists: (id: string) => boolean;
  /** Blocks of sorted ids, in order. No block is empty. */
  readonly #blocks: string[][] = [];
  #size = 0;

  /** @param exists returns whether a sandbox with an id exists. The list skips ids of sandboxes that other processes have removed. */
  constructor(exists: (id: string) => boolean) {
    this.#exists = exists;
  }

  /** The number of sandboxes. */
  get size(): number {
    return this.#size;
  }

  /** Adds the id of a sandbox. Does nothing if the list has the id. */
  add(id: string): void {
    const at = this.#blockOf(id);
    const block = this.#blocks[at];
    if (!block) this.#blocks.push([id]);
    else {
      const index = countUpTo(block, id);
      if (block[index - 1] === id) return;
      block.splice(index, 0, id);
      if (block.length > maxBlock) this.#blocks.splice(at, 1, ...halvesOf(block));
    }
    this.#size += 1;
  }

  /** Notes that the sandbox with an id was removed. */
  remove(id: string): void {
    const at = this.#blockOf(id);
    const block = this.#blocks[at] ?? [];
    const index = countUpTo(block, id) - 1;
    if (block[index] !== id) return;
    block.splice(index, 1);
    if (block.length === 0) this.#blocks.splice(at, 1);
    this.#size -= 1;
  }

  /** Returns the ids after an id, which need not exist. The list can change during the iteration. */
  *after(id: string): Generator<string> {
    for (let next = this.#next(id); next !== undefined; next = this.#next(next))
      if (this.#exists(next)) yield next;
  }

  /** Returns some ids near an id in alphabetical order, on both sides. For a wrong id, the server suggests the most similar of them. */
  *near(id: string): Generator<string> {
    const at = this.#blockOf(id);
    for (const near of this.#blocks.slice(Math.max(0, at - 1), at + 2).flat())
      if (this.#exists(near)) yield near;
  }

  #next(id: string): string | undefined {
    const at = this.#blockOf(id);
    const block = this.#blocks[at] ?? [];
    return block[countUpTo(block, id)] ?? this.#blocks[at + 1]?.[0];
  }

  /** Returns the index of the last block that begins at or before an id, or 0. */
  #blockOf(id: string): number {
    const blocks = this.#blocks;
    return Math.max(0, firstWhere(blocks.length, index => (blocks[index]?.[0] ?? '') > id) - 1);
  }
}

/** Returns the number of ids in a sorted list up to and including `id`. */
const countUpTo = (sorted: readonly string[], id: string): number =>
  firstWhere(sorted.length, index => (sorted[index] ?? '') > id);

/** Returns the first index for which a condition holds, or `length`. The condition must hold for all later indexes. */
function firstWhere(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function halvesOf(block: readonly string[]): string[][] {
  const middle = block.length >> 1;
  return [block.slice(0, middle), block.slice(middle)];
}
