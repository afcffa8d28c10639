import type { TaskStep } from '#contracts/scenario';
import { type Destination, destinations, hotelsOf, type Records } from '#mock-server';
import { cityOf, cityOfHotel, hotelsIn, type Place, placesIn } from './places.ts';

/** First unchanged, if the inventory has the places, then in each of its destinations. An unknown place or offer stays unchanged. */
export function* placementsOf(steps: readonly TaskStep[], records: Records): Iterable<readonly TaskStep[]> {
  const own = records.destinations;
  const known = [...own, ...destinations];
  const homeOf = (id: number) =>
    records.destination(records.hotel(id)?.destinationId ?? '') ?? cityOfHotel(id);
  const hotels = hotelsIn(steps);
  const homes = [...placesIn(steps).map(place => cityOf(place, known)), ...hotels.map(homeOf)];
  const isMovable = !homes.includes(undefined) && steps.every(isReplaceable);
  const isHere = homes.every(city => city && own.includes(city)) && hotels.every(id => records.hotel(id));
  if (isHere || !isMovable) yield steps;
  const fixed = [...new Set(homes)];
  const [home] = fixed;
  if (!isMovable || !home || own.length < fixed.length) return;
  // Drawn tasks have different cities, so they start at different destinations.
  const start = destinations.indexOf(home) + own.length;
  for (const first of own.keys()) {
    const moved = new Map(fixed.map((city, index) => [city, own[(start + first + index) % own.length]]));
    yield movePlaces(steps, {
      own,
      city: place => moved.get(cityOf(place, known)),
      hotelId: id => records.hotelsOf(moved.get(homeOf(id))?.id ?? '')[0]?.id ?? id,
    });
  }
}

/** A step that names a hotel of the built-in inventory can book any hotel of another inventory. */
const isReplaceable = (step: TaskStep): boolean =>
  step.do !== 'book' ||
  step.choose?.name === undefined ||
  destinations.some(({ id }) => hotelsOf(id).some(({ name }) => name === step.choose?.name));

interface Moves {
  readonly own: readonly Destination[];
  city(place: Place): Destination | undefined;
  hotelId(id: number): number;
}

/** A city is replaced by a city, a district by a district, and an airport by an airport. */
const movePlaces = (steps: readonly TaskStep[], { own, city, hotelId }: Moves): TaskStep[] =>
  JSON.parse(JSON.stringify(steps), (key, value) => {
    if (key === 'destination') return nameLike(value, city({ destination: value }));
    if (key === 'airport') return city({ airport: value })?.airport.iataCode ?? value;
    if (key === 'hotelId') return hotelId(value);
    if (key === 'choose') {
      const { name: _, ...rest } = value;
      return rest;
    }
    if (value?.zone === undefined) return value;
    return { ...value, zone: cityOf(value.at ?? value.from, own)?.timeZone ?? value.zone };
  });

function nameLike(name: string, city: Destination | undefined): string {
  if (!city) return name;
  return name.includes(', ') ? `${city.districts[0]}, ${city.name.en}` : city.name.en;
}
