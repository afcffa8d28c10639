import type { LocationType, Suggestion } from '#contracts';
import { foldText, once } from '#contracts/util';
import { hotelsOf } from './find.ts';
import { destinations } from './places.ts';
import type { Destination, Hotel } from './schemas.ts';

interface Entry {
  readonly suggestion: Suggestion;
  /** The names of the place, in small letters, without accents and punctuation. A typed text matches the beginning of a name. */
  readonly names: readonly string[];
  readonly words: readonly string[];
  /** The words of the city's name. Users also find the place by these words, but it then comes later in the list. */
  readonly cityWords: readonly string[];
}

// The order in which places are listed that match the typed text equally well.
const order: readonly LocationType[] = ['Destination', 'Airport', 'PointOfInterest', 'Hotel'];

/** Returns at most `max` places of some types for the text that a user has typed so far. */
export type Suggest = (term: string, types: readonly LocationType[], max: number) => Suggestion[];

/**
 * Creates a Suggest function. Places whose name equals the text come first. Then come places whose name begins with the text. Then come
 * places in whose name every typed word begins a word. Among equally good matches, destinations come first, then airports, points of
 * interest and hotels.
 */
export function createSuggester(find: () => readonly Entry[]): Suggest {
  const index = once(() => createIndex(find()));
  return (term, types, max) => {
    const typed = plainWords(term);
    const [first, ...rest] = typed.toSorted((a, b) => b.length - a.length); // the longest word matches the fewest entries
    if (first === undefined) return [];
    const whole = typed.join(' ');
    const ranked: { suggestion: Suggestion; rank: number; place: number }[] = [];
    for (const [entry, place] of index().startingWith(first)) {
      if (!types.includes(entry.suggestion.type)) continue;
      const isOwn = beginsOneOf(entry.words);
      const isNear = beginsOneOf(entry.cityWords);
      if (rest.every(word => isOwn(word) || isNear(word)))
        ranked.push({ suggestion: entry.suggestion, rank: rankOf(entry, whole, typed.every(isOwn)), place });
    }
    return ranked
      .sort((a, b) => a.rank - b.rank || a.place - b.place)
      .slice(0, max)
      .map(({ suggestion }) => suggestion);
  };
}

export const suggest: Suggest = createSuggester(() =>
  destinations.flatMap(city => suggestionsAt(city, hotelsOf(city.id))),
);

/** Returns the words of a text, without accents, capitals and punctuation. */
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

/** Creates an index of entries by their words. The words are sorted, so that a binary search finds all words with a given beginning. */
function createIndex(found: readonly Entry[]) {
  const byWord = new Map<string, [entry: Entry, place: number][]>();
  const entries = order.flatMap(type => found.filter(({ suggestion }) => suggestion.type === type));
  for (const [place, entry] of entries.entries())
    for (const word of new Set([...entry.words, ...entry.cityWords]))
      byWord.set(word, [...(byWord.get(word) ?? []), [entry, place]]);
  const rows = [...byWord].sort(([a], [b]) => (a < b ? -1 : 1));

  /** Returns the index of the first row whose word is `word` or comes after `word` in the alphabet. */
  function firstFrom(word: string): number {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle]?.[0] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    /** Returns the entries that have a word with this beginning, each entry once, with its index in the list of all entries. */
    startingWith(beginning: string): Map<Entry, number> {
      const matches = new Map<Entry, number>();
      for (let at = firstFrom(beginning); rows[at]?.[0].startsWith(beginning); at += 1)
        for (const [entry, place] of rows[at]?.[1] ?? []) matches.set(entry, place);
      return matches;
    },
  };
}

export function suggestionsAt(city: Destination, hotels: readonly Pick<Hotel, 'id' | 'name'>[]): Entry[] {
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
