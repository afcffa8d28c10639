import { limits } from '#contracts';
import { hash32 } from '../seed.ts';
import { createRotatingMap } from '../store/index.ts';
import {
  type Destination,
  destinations,
  findDestination,
  findHotel,
  type Hotel,
  hotelsOf,
  photosOf,
  roomTypesOf,
} from './reference/index.ts';

// Places for ids that nobody knows, each a pure function of its id: a known place under that id, with a name that says
// so. As in the reference data, a hotel's id says where it stands: all but its last three digits are the destination.

const hotelsEach = 20;
const perDestination = 1_000;
// Lists that were searched last are kept, as they are used again at once.
const listsKept = 50;
const lists = createRotatingMap<string, readonly Hotel[]>(listsKept);

/**
 * The destination with an id, whatever it is: any text that is not blank and not too long. Its own id is its number,
 * which its hotels and the ids of its offers know it by.
 */
export function anyDestination(id: string): Destination | undefined {
  const known = findDestination(id);
  if (known) return known;
  if (id.trim() === '' || id.length > limits.destinationId.value) return undefined;
  const like = templateOf(id);
  const { pt, en, es } = like.name;
  const name = {
    pt: `Destino ${id} (como ${pt})`,
    en: `Destination ${id} (like ${en})`,
    es: `Destino ${id} (como ${es})`,
  };
  return { ...like, id: String(numberOf(id)), name };
}

/** The hotel with an id, whatever it is: any whole number above zero. */
export function anyHotel(id: number): Hotel | undefined {
  const known = findHotel(id);
  if (known || !Number.isSafeInteger(id) || id <= 0) return known;
  const destinationId = String(Math.floor(id / perDestination));
  const models = hotelsOf((findDestination(destinationId) ?? templateOf(destinationId)).id);
  const like = models[hash32(String(id)) % models.length];
  if (!like) return undefined;
  return {
    ...like,
    id,
    destinationId,
    name: `Hotel ${id} (like ${like.name})`,
    photos: photosOf(String(id), like.photos.length),
    roomTypes: roomTypesOf(id, like.category),
  };
}

/** The hotels of any destination. */
export function anyHotelsOf(destinationId: string): readonly Hotel[] {
  if (findDestination(destinationId)) return hotelsOf(destinationId);
  if (!anyDestination(destinationId)) return [];
  const kept = lists.get(destinationId);
  if (kept) return kept;
  const first = numberOf(destinationId) * perDestination + 1;
  const made = Array.from({ length: hotelsEach }, (_, index) => anyHotel(first + index) ?? []).flat();
  lists.set(destinationId, made);
  return made;
}

const largest = Math.floor(Number.MAX_SAFE_INTEGER / perDestination);
const hashed = 2 ** 33;

/** The number of a destination that its hotels' ids begin with: its id where that is one, else one that follows from it. */
const numberOf = (id: string): number =>
  /^(?:0|[1-9]\d*)$/.test(id) && Number(id) <= largest ? Number(id) : hashed + hash32(id);

/** The known city that a destination is like: the same for its id and for its number, which its hotels know it by. */
function templateOf(id: string): Destination {
  const [first, ...others] = destinations;
  if (!first) throw new Error('templateOf: there is no reference data');
  return others[hash32(String(numberOf(id))) % destinations.length] ?? first;
}
