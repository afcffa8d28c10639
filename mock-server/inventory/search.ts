import { type Product, productNames } from '#contracts';
import { hash32 } from '../seed.ts';
import { createRotatingMap } from '../store/index.ts';
import { createBuffers } from './buffers.ts';
import { createCache } from './cache.ts';
import { type Filling, fillForm } from './form.ts';
import type { Inventory, Offers } from './quote.ts';

/** How many bytes of text each cache of a product may hold. */
export const cachedBytes = 2_000_000;
const criteriaRemembered = 2_000;
const usualBytes = 65_536;
const idleBuffers = 64;

/**
 * The Search of a product: fills forms in, and remembers what is asked for again.
 *
 * @param seed the sandbox's seed as a number
 */
export function createSearch<Criteria>(
  { product, seed }: { product: Product; seed: number },
  find: (criteria: Criteria) => Filling,
): Inventory<Criteria>['search'] {
  const { offers: list } = productNames[product];
  // Only what is asked for again is worth keeping: texts that are asked for once would only push others out.
  const wanted = createRotatingMap<string, true>(criteriaRemembered);
  const texts = createCache<Offers>(cachedBytes);
  const buffers = createBuffers(usualBytes, idleBuffers);

  function write(criteria: Criteria, key: string): Offers {
    const filling = find(criteria);
    const { form } = filling;
    const memory = buffers.take(form.bytes.length);
    fillForm(filling, memory);
    const totalTime = 200 + (hash32(key, seed) % 700);
    const offers = memory.subarray(0, form.bytes.length);
    const members = [`"TotalTime":${totalTime},"${list}":[`, offers, ']'] as const;
    return { key, members, found: form.found, release: () => buffers.give(memory) };
  }

  return (criteria, key) => {
    const known = texts.get(key);
    if (known) return known;
    const offers = write(criteria, key);
    if (!wanted.get(key)) {
      wanted.set(key, true);
      return offers;
    }
    const [before, bytes, after] = offers.members;
    const kept: Offers = { key, members: [before, bytes.slice(), after], found: offers.found };
    offers.release?.();
    texts.set(key, kept, bytes.length + key.length);
    return kept;
  };
}
