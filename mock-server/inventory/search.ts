import { type Product, productNames } from '#contracts';
import { asObject } from '#contracts/util';
import { textOf } from '../body.ts';
import { hash32 } from '../seed.ts';
import { createRotatingMap } from '../store/index.ts';
import type { Inventory, Offers } from './quote.ts';
import { fillTemplate, type TemplateValues } from './template.ts';
import { asciiText } from './text.ts';

/** The maximum number of bytes in one generation of each cache. */
export const cachedBytes = 2_000_000;
const criteriaRemembered = 2_000;
const usualBytes = 131_072;
const maxIdleBuffers = 64;

/**
 * Creates the Search function of a product. The Search function fills in templates, and caches the answers of repeated Searches.
 *
 * @param seed the seed of the sandbox as a number
 */
export function createSearch<Criteria>(
  { product, seed }: { product: Product; seed: number },
  find: (criteria: Criteria) => TemplateValues,
): Inventory<Criteria>['search'] {
  const { offers: list } = productNames[product];
  // An answer is cached when the same Search comes a second time. Otherwise answers of single Searches would fill the cache.
  const searched = createRotatingMap<string, true>(criteriaRemembered);
  const texts = createRotatingMap<string, Offers>(cachedBytes);
  // These buffers are reused. With a new large string for each answer, the process needed more memory and more garbage
  // collection.
  const idle: Uint8Array[] = [];

  function write(criteria: Criteria, key: string): Offers {
    const values = find(criteria);
    const { bytes, found } = values.template;
    const memory =
      bytes.length > usualBytes ? new Uint8Array(bytes.length) : (idle.pop() ?? new Uint8Array(usualBytes));
    fillTemplate(values, memory);
    const totalTime = (200 + (hash32(key, seed) % 700)) / 1_000; // in seconds, as public clients show
    const offers = memory.subarray(0, bytes.length);
    const release = () => {
      if (memory.length === usualBytes && idle.length < maxIdleBuffers) idle.push(memory);
    };
    return { key, members: [`"TotalTime":${totalTime},"${list}":[`, offers, ']'], found, release };
  }

  return (criteria, key) => {
    const known = texts.get(key);
    if (known) return known;
    const offers = write(criteria, key);
    if (!searched.get(key)) {
      searched.set(key, true);
      return offers;
    }
    const [before, bytes, after] = offers.members;
    const kept: Offers = { key, members: [before, bytes.slice(), after], found: offers.found };
    offers.release?.();
    texts.set(key, kept, bytes.length + key.length);
    return kept;
  };
}

/** Describes which offers a Search leaves out. */
interface LeftOut {
  /** The names of the suppliers whose offers are missing. */
  absent?: readonly string[];
  /** The maximum number of rooms of each hotel for each group of guests. Rooms on request come first. */
  maxRooms?: number;
}

/** Returns the offers of a Search without those to leave out. A hotel is removed when none of its rooms remains. */
export function leaveOut(offers: Offers, { absent = [], maxRooms }: LeftOut): Offers {
  const [before, list, after] = offers.members;
  const all: unknown[] = JSON.parse(textOf(['[', list, ']']));
  offers.release?.();
  const isPresent = (entry: unknown) => !absent.includes(String(asObject(entry).SupplierName));
  const left = all.flatMap(entry => {
    const offer = asObject(entry);
    if (!Array.isArray(offer.Rooms)) return isPresent(offer) ? [offer] : [];
    const present: unknown[] = offer.Rooms.filter(isPresent);
    const Rooms = maxRooms === undefined ? present : firstRooms(present, maxRooms);
    return Rooms.length > 0 ? [{ ...offer, Rooms }] : [];
  });
  const text = asciiText(left).slice(1, -1);
  return { key: offers.key, members: [before, new TextEncoder().encode(text), after], found: left.length };
}

/** Returns at most `max` rooms for each group of guests. Rooms on request come first. */
function firstRooms(rooms: readonly unknown[], max: number): unknown[] {
  const isOnRequest = (room: unknown) => asObject(room).RestrictionType === 'OnRequest';
  const sorted = [...rooms.filter(isOnRequest), ...rooms.filter(room => !isOnRequest(room))];
  const groups = Map.groupBy(sorted, room => {
    const { NumAdults, ChildAges } = asObject(room);
    return JSON.stringify([NumAdults, ChildAges]);
  });
  return [...groups.values()].flatMap(group => group.slice(0, max));
}
