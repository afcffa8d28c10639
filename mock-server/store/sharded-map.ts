import { hash32 } from '../seed.ts';

const shardCount = 128;

/**
 * A map of texts that also grows without a pause. A `Map` moves all of its entries when it grows: with half a million entries, other
 * calls wait 60 ms. This map divides its entries among many small maps, which grow at different times. The order of the entries is
 * not the order in which they were added.
 *
 * @example new ShardedMap<number>().set('a', 1)
 */
export class ShardedMap<Value> {
  readonly #shards: (Map<string, Value> | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    return this.#shards[shardOf(key)]?.get(key);
  }

  has(key: string): boolean {
    return this.#shards[shardOf(key)]?.has(key) ?? false;
  }

  set(key: string, value: Value): void {
    const index = shardOf(key);
    const shard = this.#shards[index] ?? new Map<string, Value>();
    this.#shards[index] = shard;
    const before = shard.size;
    shard.set(key, value);
    this.#size += shard.size - before;
  }

  delete(key: string): void {
    if (this.#shards[shardOf(key)]?.delete(key)) this.#size -= 1;
  }

  *keys(): Generator<string, void> {
    for (const shard of this.#shards) if (shard) yield* shard.keys();
  }
}

const shardOf = (key: string): number => hash32(key) % shardCount;
