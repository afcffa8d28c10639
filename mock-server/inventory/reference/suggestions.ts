import type { LocationType, Suggestion } from '#contracts';
import { once } from '#contracts/util';
import { hotelsOf } from './hotels.ts';
import { destinations } from './places.ts';
import { plainWords } from './plain-words.ts';
import type { Destination, Hotel } from './schemas.ts';
import { createWordIndex, type WordIndex } from './word-index.ts';

/** Something that can be suggested, with the words it is found by. */
interface Entry {
  readonly suggestion: Suggestion;
  /** Its names in plain words, as somebody types them from their beginning. */
  readonly names: readonly string[];
  readonly words: readonly string[];
  /** The words of the city around it: they find it, but come after its own. */
  readonly cityWords: readonly string[];
  readonly place: number;
}

// Of places whose names fit equally well.
const order: readonly LocationType[] = ['Destination', 'Airport', 'PointOfInterest', 'Hotel'];

/** Places for what somebody typed so far: of the types that are wanted, as many as are wanted. */
export type Suggest = (term: string, types: readonly LocationType[], most: number) => Suggestion[];

/**
 * Suggests some places, those first that people expect: whose name it is, then whose name begins so, then those in which
 * every word typed begins a word; within each destinations, airports, points of interest, hotels.
 *
 * @param find gives the places, when something is first asked for
 */
export function createSuggester(find: () => readonly Omit<Entry, 'place'>[]): Suggest {
  const index = once(() => buildIndex(find()));
  return (term, types, most) => {
    const typed = plainWords(term);
    const [first, ...rest] = typed.toSorted((a, b) => b.length - a.length); // the longest leaves the fewest to look at
    if (first === undefined) return [];
    const whole = typed.join(' ');
    const ranked: { entry: Entry; rank: number }[] = [];
    for (const entry of index().startingWith(first)) {
      if (!types.includes(entry.suggestion.type)) continue;
      const isOwn = beginsOneOf(entry.words);
      const isNear = beginsOneOf(entry.cityWords);
      if (rest.every(word => isOwn(word) || isNear(word)))
        ranked.push({ entry, rank: rankOf(entry, whole, typed.every(isOwn)) });
    }
    return ranked
      .sort((a, b) => a.rank - b.rank || a.entry.place - b.entry.place)
      .slice(0, most)
      .map(({ entry }) => entry.suggestion);
  };
}

/**
 * Suggests places of the reference data.
 *
 * @param term text in any case, with or without accents
 * @example suggest('sao p', ['Destination'], 1)[0]?.name // 'São Paulo'
 */
export const suggest: Suggest = createSuggester(() =>
  destinations.flatMap(city => suggestionsAt(city, hotelsOf(city.id))),
);

const beginsOneOf = (words: readonly string[]) => (beginning: string) =>
  words.some(word => word.startsWith(beginning));

function rankOf({ names }: Entry, whole: string, isOwn: boolean): number {
  if (names.includes(whole)) return 0;
  if (names.some(name => name.startsWith(whole))) return 1;
  return isOwn ? 2 : 3;
}

// Built when it is first asked for: all hotels have to be put together for it.
function buildIndex(found: readonly Omit<Entry, 'place'>[]): WordIndex<Entry> {
  const byType = order.flatMap(type => found.filter(({ suggestion }) => suggestion.type === type));
  const entries = byType.map((entry, place): Entry => ({ ...entry, place }));
  return createWordIndex(
    entries.flatMap(entry =>
      [...new Set([...entry.words, ...entry.cityWords])].map(word => [word, entry] as const),
    ),
  );
}

/** A city with its airport, its districts and its hotels, as they are suggested. */
export function suggestionsAt(
  city: Destination,
  hotels: readonly Pick<Hotel, 'id' | 'name'>[],
): Omit<Entry, 'place'>[] {
  const { airport, countryCode, id: destinationId } = city;
  const cityNames = Object.values(city.name);
  const cityWords = cityNames.flatMap(plainWords);
  const suggestion = (type: LocationType, id: string, name: string): Suggestion => ({
    id,
    name,
    type,
    countryCode,
    destinationId,
  });
  const around = `, ${city.name.en}`;
  const inCity = (type: LocationType, id: string, name: string) => {
    const own = name.endsWith(around) ? name.slice(0, -around.length) : name;
    return {
      suggestion: suggestion(type, id, own + around),
      ...namedBy([own, own + around]),
      words: plainWords(own),
      cityWords,
    };
  };
  return [
    {
      suggestion: suggestion('Destination', destinationId, city.name.en),
      ...namedBy(cityNames),
      cityWords: plainWords(airport.iataCode),
    },
    {
      suggestion: suggestion('Airport', airport.iataCode, `${airport.name} (${airport.iataCode})`),
      ...namedBy([airport.iataCode, airport.name]),
      cityWords,
    },
    ...city.districts.map((name, index) =>
      inCity('PointOfInterest', `${destinationId}${String(index + 1).padStart(2, '0')}`, name),
    ),
    ...hotels.map(({ id, name }) => inCity('Hotel', String(id), name)),
  ];
}

const namedBy = (names: readonly string[]) => {
  const plain = names.map(plainWords);
  return { names: plain.map(words => words.join(' ')), words: plain.flat() };
};
