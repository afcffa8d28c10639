// This file is the package entry travel-understudy/reference-data. Only this entry needs the optional peer dependency @msw/data.
// In that package, create() is async and queries scan every record. The server therefore finds hotels by key instead (index.ts).
import { Collection } from '@msw/data';
import { hotelsOf } from './find.ts';
import { destinations as places } from './places.ts';
import { airportSchema, destinationSchema, hotelSchema } from './schemas.ts';

/** The reference data as collections that can be queried. */
export interface ReferenceCollections {
  readonly destinations: Collection<typeof destinationSchema>;
  readonly airports: Collection<typeof airportSchema>;
  readonly hotels: Collection<typeof hotelSchema>;
}

let collections: Promise<ReferenceCollections> | undefined;

/**
 * Returns the reference data as `@msw/data` collections, for queries in tests (svc.6). Every record is checked with its zod
 * schema. The first call builds the collections; later calls return the same collections.
 *
 * @example
 * import { referenceCollections } from 'travel-understudy/reference-data';
 * const { hotels } = await referenceCollections();
 * hotels.findMany(q => q.where({ destinationId: '1001', category: '5' }));
 */
export function referenceCollections(): Promise<ReferenceCollections> {
  collections ??= build();
  return collections;
}

async function build(): Promise<ReferenceCollections> {
  const destinations = new Collection({ schema: destinationSchema });
  const airports = new Collection({ schema: airportSchema });
  const hotels = new Collection({ schema: hotelSchema });
  for (const place of places) {
    await destinations.create(place);
    await airports.create({ ...place.airport, destinationId: place.id });
    for (const hotel of hotelsOf(place.id)) await hotels.create(hotel);
  }
  return { destinations, airports, hotels };
}
