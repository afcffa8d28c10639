import type { LocationType } from '#contracts';
import type { Records } from './records.ts';
import type { Destination } from './schemas.ts';

interface Spot {
  name: string;
  address: string;
  latitude: number;
  longitude: number;
}

/** An airport is also found by the id of its destination. */
export type Locate = ReturnType<typeof createLocator>;

export type Location = NonNullable<ReturnType<Locate>>;

// Without leading zeros, because two spellings of one number would look like two places.
const hotelNumber = /^[1-9]\d*$/;
/** The id of the city and two digits, from 01. The points of interest of a city are its districts. */
const pointForm = /^(.+)(\d{2})$/s;

export function createLocator(records: Records) {
  function locate(type: LocationType, code: string): [spot: Spot, city: Destination] | undefined {
    if (type === 'Hotel') {
      const hotel = hotelNumber.test(code) ? records.hotel(Number(code)) : undefined;
      const city = records.destination(hotel?.destination ?? '');
      return hotel && city && [hotel, city];
    }
    if (type === 'PointOfInterest') {
      const [, id = '', point] = pointForm.exec(code) ?? [];
      const city = records.destination(id);
      const name = city?.districts[Number(point) - 1];
      return city && name !== undefined ? [spotIn(city, { ...city, name }), city] : undefined;
    }
    const isAirport = type === 'Airport';
    const city = (isAirport ? records.airport(code) : undefined) ?? records.destination(code);
    return city && [spotIn(city, isAirport ? city.airport : { ...city, name: city.name.en }), city];
  }

  return (type: LocationType, code: string) => {
    const [spot, destination] = locate(type, code) ?? [];
    if (!spot || !destination) return undefined;
    const { name, address, latitude, longitude } = spot;
    return { type, code, name, address, latitude, longitude, destination };
  };
}

function spotIn(
  { name: { en: city }, country }: Pick<Destination, 'name' | 'country'>,
  { name, latitude, longitude }: Omit<Spot, 'address'>,
): Spot {
  const address = `${name === city ? '' : `${name}, `}${city}, ${country}`;
  return { name, address, latitude, longitude };
}
