import type { LocationType, Suggestion } from '#contracts';
import { foldText, memoize, once } from '#contracts/util';
import type { Records } from './records.ts';
import type { Destination, Hotel } from './schemas.ts';

type Entry = ReturnType<typeof suggestionsAt>[number];

// The order of places that match equally well.
const order: readonly LocationType[] = ['Destination', 'Airport', 'PointOfInterest', 'Hotel'];

export type Suggest = (term: string, types: readonly LocationType[], max: number) => Suggestion[];

/** Places whose name equals the text come first, then places whose name begins with it, then places in whose name every typed word begins a word. */
export function createSuggester(records: Records): Suggest {
  const byBeginning = once(() => groupByBeginning(records));
  return (term, types, max) => {
    const typed = plainWords(term);
    const lists = typed.map(word => byBeginning().get(word.slice(0, keyLength)) ?? []);
    const [candidates = []] = lists.sort((a, b) => a.length - b.length);
    const whole = typed.join(' ');
    const ranked = candidates.flatMap(entry => {
      const isOwn = beginsOneOf(entry.words);
      const isNear = beginsOneOf(entry.cityWords);
      if (!types.includes(entry.suggestion.type) || !typed.every(word => isOwn(word) || isNear(word)))
        return [];
      const { suggestion } = entry;
      const rank = rankOf(entry, whole, typed.every(isOwn)) * order.length + order.indexOf(suggestion.type);
      return [{ suggestion, rank }];
    });
    return ranked
      .sort((a, b) => a.rank - b.rank)
      .slice(0, max)
      .map(({ suggestion }) => suggestion);
  };
}

const keyLength = 5;

function groupByBeginning(records: Records): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const city of records.destinations) {
    for (const entry of entriesAt(city)(records.hotelsOf(city.id))) {
      for (const word of [...entry.words, ...entry.cityWords]) {
        for (let length = 1; length <= Math.min(word.length, keyLength); length += 1) {
          const group = groups.get(word.slice(0, length));
          if (!group) groups.set(word.slice(0, length), [entry]);
          else if (group.at(-1) !== entry) group.push(entry);
        }
      }
    }
  }
  return groups;
}

// Inventories that share the records of a city share its entries.
const entriesAt = memoize(
  (city: Destination) => memoize((hotels: readonly Hotel[]) => suggestionsAt(city, hotels), new WeakMap()),
  new WeakMap(),
);

const plainWords = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '');

const beginsOneOf = (words: readonly string[]) => (beginning: string) =>
  words.some(word => word.startsWith(beginning));

function rankOf({ names }: Entry, whole: string, isOwn: boolean): number {
  if (names.includes(whole)) return 0;
  if (names.some(name => name.startsWith(whole))) return 1;
  return isOwn ? 2 : 3;
}

function suggestionsAt(city: Destination, hotels: readonly Pick<Hotel, 'id' | 'name'>[]) {
  const { airport, country: countryCode, id: destinationId } = city;
  const { pt, en, es } = city.name;
  const cityWords = [pt, en, es].flatMap(plainWords);
  /** `nameIn`: the shown name, with the name of the city in a language. */
  const entry = (
    type: LocationType,
    id: string,
    names: readonly string[],
    nameIn: (city: string) => string,
  ) => ({
    suggestion: {
      id,
      name: nameIn(en),
      type,
      countryCode,
      destinationId,
      hotelId: type === 'Hotel' ? Number(id) : 0,
      names: { pt: nameIn(pt), en: nameIn(en), es: nameIn(es) },
    },
    /** In small letters, without accents and punctuation. */
    names: names.map(plainName),
    words: names.flatMap(plainWords),
    /** A place found by these words comes later in the list. */
    cityWords,
  });
  const around = `, ${en}`;
  const inCity = (type: LocationType, id: string, name: string) => {
    const own = name.endsWith(around) ? name.slice(0, -around.length) : name;
    const found = entry(type, id, [own], there => `${own}, ${there}`);
    return { ...found, names: [own, own + around].map(plainName) };
  };
  return [
    {
      ...entry('Destination', destinationId, [pt, en, es], name => name),
      cityWords: plainWords(airport.code),
    },
    entry('Airport', airport.code, [airport.code, airport.name], () => `${airport.name} (${airport.code})`),
    ...city.districts.map((name, index) =>
      inCity('PointOfInterest', `${destinationId}${String(index + 1).padStart(2, '0')}`, name),
    ),
    ...hotels.map(({ id, name }) => inCity('Hotel', String(id), name)),
  ];
}

const plainName = (name: string): string => plainWords(name).join(' ');
