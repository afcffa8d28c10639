import type { LocationType } from '#contracts';
import type { Places } from './places.ts';
import { rowsOf } from './text.ts';

// This file writes the fields of a car offer that only some public clients read: pictures, stations and features. Their names and
// forms are those that these clients read, for example coordinates as texts.

interface Feature {
  PortugueseDescription: string;
  EnglishDescription: string;
  SpanishDescription: string;
}

// Portuguese | English | Spanish
const [included = [], navigation = []] = [
  `
Quilometragem ilimitada|Unlimited mileage|Kilometraje ilimitado
Seguro contra terceiros|Third-party insurance|Seguro a terceros`,
  `
Navegação por GPS|GPS navigation|Navegación por GPS`,
].map(table =>
  rowsOf(table).map(
    ([pt = '', en = '', es = '']): Feature => ({
      PortugueseDescription: pt,
      EnglishDescription: en,
      SpanishDescription: es,
    }),
  ),
);

/** The price level from which a car has a navigation system. */
const navigationFrom = 18;

export const featuresOf = (level: number): Feature[] =>
  level >= navigationFrom ? [...included, ...navigation] : included;

/** Returns invented URLs of the pictures of a car model. The host in these URLs is reserved for examples and does not exist. */
export const imagesOf = (sipp: string): string[] => [`https://images.example/cars/${sipp}.jpg`];

/** Returns the invented URL of the logo of a rental company, counted from 0. */
export const logoOf = (company: number): string => `https://images.example/rentals/${company + 1}.png`;

/**
 * Returns the station where a rental begins or ends. The station has the address of the place.
 *
 * @throws Error for an unknown place
 */
export function stationAt(
  { LocationType: type, LocationCode: code }: { LocationType: LocationType; LocationCode: string },
  places: Places,
) {
  const place = places.location(type, code);
  if (!place) throw new Error(`${type} "${code}" was not checked`);
  const { address, latitude, longitude } = place;
  return { Code: code, Address: address, Latitude: String(latitude), Longitude: String(longitude) };
}
