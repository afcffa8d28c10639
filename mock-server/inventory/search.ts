import { type Product, productNames } from '#contracts';
import { createRotatingMap, hash32 } from '../clock/index.ts';
import type { Inventory, LeftOut, Offers } from './quote.ts';

const cachedCharacters = 2_000_000;
const criteriaRemembered = 2_000;

export interface Offer {
  readonly SupplierName?: string;
  readonly Rooms?: readonly Room[];
}

interface Room {
  readonly SupplierName: string;
  readonly RestrictionType: string;
  readonly NumAdults: number;
  readonly ChildAges: readonly number[];
}

export function createSearch<Criteria>(
  { product, seed }: { product: Product; seed: number },
  find: (criteria: Criteria) => readonly Offer[],
): Inventory<Criteria>['search'] {
  const { offers: list } = productNames[product];
  // A text is cached when the same Search comes a second time. Otherwise the texts of single Searches would fill the cache.
  const searched = createRotatingMap<string, true>(criteriaRemembered);
  const texts = createRotatingMap<string, Offers>(cachedCharacters);

  function write(criteria: Criteria, key: string, leftOut: LeftOut): Offers {
    const offers = leaveOut(find(criteria), leftOut);
    const totalTime = (200 + (hash32(key, seed) % 700)) / 1_000; // in seconds, as public clients show
    const members = `"TotalTime":${totalTime},"${list}":${JSON.stringify(offers)}`;
    return { key, members, found: offers.length };
  }

  return (criteria, key, leftOut = {}) => {
    if (leftOut.absent || leftOut.maxRooms !== undefined) return write(criteria, key, leftOut);
    const known = texts.get(key);
    if (known) return known;
    const offers = write(criteria, key, leftOut);
    if (searched.get(key)) texts.set(key, offers, offers.members.length + key.length);
    else searched.set(key, true);
    return offers;
  };
}

function leaveOut(offers: readonly Offer[], { absent, maxRooms }: LeftOut): readonly Offer[] {
  if (!absent && maxRooms === undefined) return offers;
  const isPresent = ({ SupplierName }: Pick<Offer, 'SupplierName'>) =>
    !absent?.includes(String(SupplierName));
  return offers.flatMap(offer => {
    if (!offer.Rooms) return isPresent(offer) ? [offer] : [];
    const present = offer.Rooms.filter(isPresent);
    const Rooms = maxRooms === undefined ? present : firstRooms(present, maxRooms);
    return Rooms.length > 0 ? [{ ...offer, Rooms }] : [];
  });
}

/** At most `max` for each group of guests; rooms on request come first. */
function firstRooms(rooms: readonly Room[], max: number): Room[] {
  const isOnRequest = ({ RestrictionType }: Room) => RestrictionType === 'OnRequest';
  const sorted = [...rooms.filter(isOnRequest), ...rooms.filter(room => !isOnRequest(room))];
  const groups = Map.groupBy(sorted, ({ NumAdults, ChildAges }) => JSON.stringify([NumAdults, ChildAges]));
  return [...groups.values()].flatMap(group => group.slice(0, max));
}
