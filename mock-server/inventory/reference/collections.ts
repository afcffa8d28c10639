import type { Collection } from '@msw/data';
import { hotelsOf } from './hotels.ts';
import { destinations as places } from './places.ts';
import type { airportSchema, destinationSchema, hotelSchema } from './schemas.ts';

/** The reference data as collections that can be queried. */
export interface ReferenceCollections {
  readonly destinations: Collection<typeof destinationSchema>;
  readonly airports: Collection<typeof airportSchema>;
  readonly hotels: Collection<typeof hotelSchema>;
}

let collections: Promise<ReferenceCollections> | undefined;

/**
 * The reference data as `@msw/data` collections, for whoever wants to ask questions of it (svc.6). Every record has
 * passed its zod schema. Built at the first call, the same at every further one.
 *
 * @example
 * const { hotels } = await referenceCollections();
 * hotels.findMany(q => q.where({ destinationId: '1001', category: '5' }));
 */
export function referenceCollections(): Promise<ReferenceCollections> {
  collections ??= build();
  return collections;
}

// Importing @msw/data takes longer than everything else the stand-in imports, its create() is async and its queries
// scan: so it is loaded here on demand, off the start-up and off the request path, which look things up in index.ts.
async function build(): Promise<ReferenceCollections> {
  const [{ Collection }, schemas] = await Promise.all([import('@msw/data'), import('./schemas.ts')]);
  const destinations = new Collection({ schema: schemas.destinationSchema });
  const airports = new Collection({ schema: schemas.airportSchema });
  const hotels = new Collection({ schema: schemas.hotelSchema });
  for (const place of places) {
    await destinations.create(place);
    await airports.create({ ...place.airport, destinationId: place.id });
    for (const hotel of hotelsOf(place.id)) await hotels.create(hotel);
  }
  return { destinations, airports, hotels };
}
