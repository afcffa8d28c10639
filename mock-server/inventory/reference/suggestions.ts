import type { LocationType, Suggestion } from '#contracts';
import { foldText, once } from '#contracts/util';
import { hotelsOf } from './find.ts';
import { destinations } from './places.ts';
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
export function createSuggester(find: () => readonly Entry[]): Suggest {
  const sorted = once(() => {
    const entries = find();
    return order.flatMap(type => entries.filter(({ suggestion }) => suggestion.type === type));
  });
  return (term, types, max) => {
    const typed = plainWords(term);
    if (typed.length === 0) return [];
    const ranked = sorted().flatMap(entry => {
      const isOwn = beginsOneOf(entry.words);
      const isNear = beginsOneOf(entry.cityWords);
      if (!types.includes(entry.suggestion.type) || !typed.every(word => isOwn(word) || isNear(word)))
        return [];
      return { suggestion: entry.suggestion, rank: rankOf(entry, typed.join(' '), typed.every(isOwn)) };
    });
    return ranked
      .sort((a, b) => a.rank - b.rank)
      .slice(0, max)
      .map(({ suggestion }) => suggestion);
  };
}

export const suggest: Suggest = createSuggester(() =>
  destinations.flatMap(city => suggestionsAt(city, hotelsOf(city.id))),
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
