import type { TaskStep } from '#contracts/scenario';
import { foldText } from '#contracts/util';
import { type Destination, destinations, hotelsOf, type Records } from '#mock-server';
import type { Random } from './random.ts';

export type Place = Extract<TaskStep, { product: 'transfer' }>['criteria']['from'];
type City = Destination | undefined;

export function cityOf(place: Place, cities: readonly Destination[] = destinations): City {
  if ('airport' in place) return cities.find(({ airport }) => airport.code === place.airport);
  const name = foldText(place.destination);
  return cities.find(city =>
    Object.values(city.name).some(own => name === foldText(own) || name.endsWith(`, ${foldText(own)}`)),
  );
}

const cityOfHotel = (id: number): City =>
  destinations.find(city => hotelsOf(city.id).some(hotel => hotel.id === id));

const hotelsIn = (steps: readonly TaskStep[]): number[] =>
  steps.flatMap(step => (step.do === 'static' ? (step.hotelId ?? []) : []));

export function placesIn(steps: readonly TaskStep[]): Place[] {
  return steps.flatMap((step): Place[] => {
    if (step.do === 'static') return step.airport === undefined ? [] : [{ airport: step.airport }];
    if (step.do !== 'book') return [];
    if (step.product === 'car') return [step.criteria.pickup.at, step.criteria.dropoff.at];
    if (step.product === 'transfer') return [step.criteria.from, step.criteria.to];
    return [{ destination: step.criteria.destination }];
  });
}

/** Undefined if the places of the task must stay: it names an offer, or a place outside the reference data. */
export function drawPlaces(steps: readonly TaskStep[], random: Random): TaskStep[] | undefined {
  const found = [...placesIn(steps).map(place => cityOf(place)), ...hotelsIn(steps).map(cityOfHotel)];
  const isNamed = steps.some(step => step.do === 'book' && step.choose?.name !== undefined);
  if (isNamed || found.includes(undefined)) return undefined;
  const fixed = [...new Set(found)];
  const others = random.sample(
    destinations.filter(city => !fixed.includes(city)),
    fixed.length,
  );
  const moved = new Map(fixed.map((city, index) => [city, others[index]]));
  return movePlaces(steps, moved, {
    hotelId(id) {
      const hotels = hotelsOf(moved.get(cityOfHotel(id))?.id ?? '');
      return hotels.length === 0 ? id : random.about(`hotel ${id}`).pick(hotels).id;
    },
  });
}

/** First unchanged, if the inventory has the places, then in each of its destinations. An unknown place or offer stays unchanged. */
export function* placementsOf(steps: readonly TaskStep[], records: Records): Iterable<readonly TaskStep[]> {
  const own = records.destinations;
  const known = [...own, ...destinations];
  const homeOf = (id: number) => records.destination(records.hotel(id)?.destination ?? '') ?? cityOfHotel(id);
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
    const hotelId = (id: number) => records.hotelsOf(moved.get(homeOf(id))?.id ?? '')[0]?.id ?? id;
    yield movePlaces(steps, moved, { known, hotelId });
  }
}

/** A step that names a hotel of the built-in inventory can book any hotel of another inventory. */
const isReplaceable = (step: TaskStep): boolean =>
  step.do !== 'book' ||
  step.choose?.name === undefined ||
  destinations.some(({ id }) => hotelsOf(id).some(({ name }) => name === step.choose?.name));

interface Surroundings {
  /** The cities of the places before. */
  readonly known?: readonly Destination[];
  hotelId(id: number): number;
}

/** A city is replaced by a city, a district by a district, and an airport by an airport. */
function movePlaces(
  steps: readonly TaskStep[],
  moved: ReadonlyMap<City, City>,
  { known, hotelId }: Surroundings,
): TaskStep[] {
  const cities = [...moved.values()].flatMap(city => city ?? []);
  return JSON.parse(JSON.stringify(steps), (key, value) => {
    if (key === 'destination') return nameLike(value, moved.get(cityOf({ destination: value }, known)));
    if (key === 'airport') return moved.get(cityOf({ airport: value }, known))?.airport.code ?? value;
    if (key === 'hotelId') return hotelId(value);
    if (key === 'choose') {
      const { name: _, ...rest } = value;
      return rest;
    }
    if (value?.zone === undefined) return value;
    return { ...value, zone: cityOf(value.at ?? value.from, cities)?.timeZone ?? value.zone };
  });
}

function nameLike(name: string, city: City): string {
  if (!city) return name;
  return name.includes(', ') ? `${city.districts[0]}, ${city.name.en}` : city.name.en;
}

export function drawSpot({ name, districts }: Destination, random: Random): Place {
  return { destination: random.chance(0.4) ? name.en : `${random.pick(districts)}, ${name.en}` };
}
