import type { LocationType, Suggestion } from '#contracts';
import { foldText } from '#contracts/util';
import type { Records } from './records.ts';
import type { Destination, Hotel } from './schemas.ts';

interface Entry {
  readonly suggestion: Suggestion;
  /** In small letters, without accents and punctuation. */
  readonly names: readonly string[];
  readonly words: readonly string[];
  /** A place found by these words comes later in the list. */
  readonly cityWords: readonly string[];
}

// The order of places that match equally well.
const order: readonly LocationType[] = ['Destination', 'Airport', 'PointOfInterest', 'Hotel'];

export type Suggest = (term: string, types: readonly LocationType[], max: number) => Suggestion[];

/** Places whose name equals the text come first, then places whose name begins with it, then places in whose name every typed word begins a word. */
export function createSuggester(records: Records): Suggest {
  return (term, types, max) => {
    const typed = plainWords(term);
    if (typed.length === 0) return [];
    const whole = typed.join(' ');
    const ranked = records.destinations.flatMap(city =>
      candidatesIn(cityIndexOf(city, records.hotelsOf(city.id)), typed).flatMap(entry => {
        const isOwn = beginsOneOf(entry.words);
        const isNear = beginsOneOf(entry.cityWords);
        if (!types.includes(entry.suggestion.type) || !typed.every(word => isOwn(word) || isNear(word)))
          return [];
        const { suggestion } = entry;
        const rank = rankOf(entry, whole, typed.every(isOwn)) * order.length + order.indexOf(suggestion.type);
        return [{ suggestion, rank }];
      }),
    );
    return ranked
      .sort((a, b) => a.rank - b.rank)
      .slice(0, max)
      .map(({ suggestion }) => suggestion);
  };
}

/** The entries of a city by the words in their names. */
interface CityIndex {
  readonly entries: readonly Entry[];
  /** Each word with the index of its entry, sorted by the words. */
  readonly words: readonly (readonly [word: string, entry: number])[];
  /** Most entries of the city are also found by these words. */
  readonly cityWords: readonly string[];
}

// Inventories that share the records of a city share its index.
const cityIndexes = new WeakMap<Destination, WeakMap<readonly Hotel[], CityIndex>>();

function cityIndexOf(city: Destination, hotels: readonly Hotel[]): CityIndex {
  const known = cityIndexes.get(city) ?? new WeakMap<readonly Hotel[], CityIndex>();
  cityIndexes.set(city, known);
  const index = known.get(hotels) ?? createCityIndex(city, hotels);
  known.set(hotels, index);
  return index;
}

function createCityIndex(city: Destination, hotels: readonly Hotel[]): CityIndex {
  const entries = suggestionsAt(city, hotels);
  const words = entries.flatMap((entry, index) => entry.words.map(word => [word, index] as const));
  words.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return { entries, words, cityWords: entries.slice(0, 2).flatMap(entry => entry.cityWords) };
}

/** Returns all entries that can match, in their order. Only the names of an entry can begin with a word that begins no word of the city. */
function candidatesIn({ entries, words, cityWords }: CityIndex, typed: readonly string[]): readonly Entry[] {
  const isCityWord = beginsOneOf(cityWords);
  const rare = typed.find(word => !isCityWord(word));
  if (rare === undefined) return entries;
  const found = new Set<number>();
  for (let at = firstAtLeast(words, rare); words[at]?.[0].startsWith(rare); at += 1) {
    const [, entry] = words[at] ?? [];
    if (entry !== undefined) found.add(entry);
  }
  return [...found].sort((a, b) => a - b).flatMap(index => entries[index] ?? []);
}

function firstAtLeast(words: CityIndex['words'], beginning: string): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [word = ''] = words[middle] ?? [];
    if (word < beginning) low = middle + 1;
    else high = middle;
  }
  return low;
}

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

function suggestionsAt(city: Destination, hotels: readonly Pick<Hotel, 'id' | 'name'>[]): Entry[] {
  const { airport, countryCode, id: destinationId } = city;
  const cityNames = Object.values(city.name);
  const cityWords = cityNames.flatMap(plainWords);
  const suggestion = (type: LocationType, id: string, names: Destination['name']): Suggestion => ({
    id,
    name: names.en,
    type,
    countryCode,
    destinationId,
    hotelId: type === 'Hotel' ? Number(id) : 0,
    names,
  });
  const inAllLanguages = (nameIn: (city: string) => string) => {
    const { pt, en, es } = city.name;
    return { pt: nameIn(pt), en: nameIn(en), es: nameIn(es) };
  };
  const around = `, ${city.name.en}`;
  const inCity = (type: LocationType, id: string, name: string): Entry => {
    const own = name.endsWith(around) ? name.slice(0, -around.length) : name;
    return {
      suggestion: suggestion(
        type,
        id,
        inAllLanguages(city => `${own}, ${city}`),
      ),
      names: [own, own + around].map(plainName),
      words: plainWords(own),
      cityWords,
    };
  };
  const named = (names: readonly string[]) => ({
    names: names.map(plainName),
    words: names.flatMap(plainWords),
  });
  return [
    {
      suggestion: suggestion('Destination', destinationId, city.name),
      ...named(cityNames),
      cityWords: plainWords(airport.iataCode),
    },
    {
      suggestion: suggestion(
        'Airport',
        airport.iataCode,
        inAllLanguages(() => `${airport.name} (${airport.iataCode})`),
      ),
      ...named([airport.iataCode, airport.name]),
      cityWords,
    },
    ...city.districts.map((name, index) =>
      inCity('PointOfInterest', `${destinationId}${String(index + 1).padStart(2, '0')}`, name),
    ),
    ...hotels.map(({ id, name }) => inCity('Hotel', String(id), name)),
  ];
}

const plainName = (name: string): string => plainWords(name).join(' ');
