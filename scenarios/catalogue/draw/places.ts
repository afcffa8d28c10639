import type { TaskStep } from '#contracts/scenario';
import { foldText } from '#contracts/util';
import { type Destination, destinations, hotelsOf } from '#mock-server';
import type { Random } from './random.ts';

export type Place = Extract<TaskStep, { product: 'transfer' }>['criteria']['from'];

/** Replaces the places of a task by drawn places. All places in one city are replaced by places in one other city. */
export interface PlaceDraw {
  /** Returns the city that replaces the city of a place; undefined if the place is not in the reference data. */
  city(place: Place): Destination | undefined;
  hotelId(id: number): number;
}

export function cityOf(place: Place, cities: readonly Destination[] = destinations): Destination | undefined {
  if ('airport' in place) return cities.find(({ airport }) => airport.iataCode === place.airport);
  const name = foldText(place.destination);
  return cities.find(city =>
    Object.values(city.name).some(own => name === foldText(own) || name.endsWith(`, ${foldText(own)}`)),
  );
}

export const cityOfHotel = (id: number): Destination | undefined =>
  destinations.find(city => hotelsOf(city.id).some(hotel => hotel.id === id));

export const hotelsIn = (steps: readonly TaskStep[]): number[] =>
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
export function drawPlaces(steps: readonly TaskStep[], random: Random): PlaceDraw | undefined {
  const found = [...placesIn(steps).map(place => cityOf(place)), ...hotelsIn(steps).map(cityOfHotel)];
  const isNamed = steps.some(step => step.do === 'book' && step.choose?.name !== undefined);
  if (isNamed || found.includes(undefined)) return undefined;
  const fixed = [...new Set(found.flatMap(city => city ?? []))];
  const others = random.sample(
    destinations.filter(city => !fixed.includes(city)),
    fixed.length,
  );
  const drawn = new Map(fixed.map((city, index) => [city.id, others[index]]));
  const replaced = (city: Destination | undefined) => drawn.get(city?.id ?? '');
  return {
    city: place => replaced(cityOf(place)),
    hotelId(id) {
      const hotels = hotelsOf(replaced(cityOfHotel(id))?.id ?? '');
      return hotels.length === 0 ? id : random.about(`hotel ${id}`).pick(hotels).id;
    },
  };
}

export function drawSpot({ name, districts }: Destination, random: Random): Place {
  return { destination: random.chance(0.4) ? name.en : `${random.pick(districts)}, ${name.en}` };
}
