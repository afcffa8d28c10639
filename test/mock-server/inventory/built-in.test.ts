import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Product } from '#contracts';
import { locationTypes } from '#contracts/shapes';
import { destinations, type MockSupplier } from '#mock-server';
import { createTestSupplier, startSupplier, testCriteria } from '../hotel-client.ts';
import { read } from '../operations/get-static.ts';

const digestOf = (values: readonly unknown[]): string =>
  createHash('sha256')
    .update(values.map(value => JSON.stringify(value)).join('\n'))
    .digest('hex')
    .slice(0, 16);

const cities = destinations.map(({ id }) => id);
const terms = ['a', 'rio', 's', 'sao p', 'hotel', 'casa do', 'gig', 'copacabana rio', 'zz', 'de jan', 'h c'];

function searchesIn(city: string, other: string): [Product, object][] {
  const at = (LocationCode: string, day: string) => ({
    LocationType: 'Destination',
    LocationCode,
    Date: day,
    Time: '13:00',
  });
  const guests = { SearchRooms: [{ NumAdults: 2 }], Nationality: 'BR' };
  const family = { SearchRooms: [{ NumAdults: 2, ChildAges: [4] }, { NumAdults: 1 }], Nationality: 'BR' };
  const dates = { CheckinDate: '2026-12-10', CheckoutDate: '2026-12-13' };
  const cheapest = { Currency: 'USD', Filters: { CheapestRoomOnly: true } };
  const way = {
    Pickup: { LocationType: 'Airport', LocationCode: city },
    Dropoff: { LocationType: 'PointOfInterest', LocationCode: `${city}01` },
  };
  const days = { InitialServiceDate: '2026-12-10', FinalServiceDate: '2026-12-14' };
  return [
    ['hotel', { DestinationId: city, ...dates, ...family, ReturnOnRequestRooms: true }],
    ['hotel', { DestinationId: city, CheckinDate: '2027-01-10', NumNights: 1, ...guests, ...cheapest }],
    ['car', { Pickup: at(city, '2026-12-10'), Dropoff: at(other, '2026-12-14'), DriverAge: 30 }],
    ['transfer', { ...way, ServiceDate: '2026-12-10', Time: '13:00', NumberOfAdults: 2 }],
    ['tour', { DestinationId: city, ...days, NumberOfAdults: 2, ChildAges: [5] }],
  ];
}

/** Every static answer of a supplier, and the offers and the prices of Searches in every city. */
async function answersOf(supplier: MockSupplier): Promise<Record<string, string>> {
  const sandbox = supplier.sandboxes.require('default');
  const { places } = sandbox;
  const details = cities
    .flatMap(id => places.hotelsOf(id))
    .map(({ id }) => read(supplier, 'hotelDetail', { hotelId: id }));
  const offers = cities.flatMap((city, index) =>
    searchesIn(city, cities[(index + (index % 2)) % cities.length] ?? city).map(([product, criteria]) =>
      sandbox.inventory.current.inventoryOf(product).search(criteria, JSON.stringify(criteria)),
    ),
  );
  const located = cities.flatMap(id =>
    locationTypes.flatMap(type => [id, `${id}01`, `${id}001`].map(code => places.location(type, code))),
  );
  return {
    suggestions: digestOf(terms.map(term => places.suggest(term, locationTypes, 50))),
    details: digestOf((await Promise.all(details)).map(({ body }) => body)),
    places: digestOf([...places.destinations, ...located]),
    offers: digestOf(offers),
  };
}

it.each(['known', 'any'] as const)('without an inventory, the answers with ids "%s" are fixed', async ids => {
  const supplier = createTestSupplier({ seed: 'answers', options: { rateLimit: false, ids } });
  expect(await answersOf(supplier)).toEqual({
    suggestions: '7a15425ad8cb8051',
    details: 'e5c39a0366c18eb6',
    places: ids === 'any' ? '248bc06560f40c57' : 'ca6fc6a7d614b89f',
    offers: '22b94f8e43494d53',
  });
});

it('the recorded answer of a Search is the one that the client received, in whatever order the client sends its criteria', async () => {
  const { client, control } = startSupplier();
  const { text } = await client.call('hotel.search', {
    Criteria: Object.fromEntries(Object.entries(testCriteria).reverse()),
  });
  const { body } = await control.ask('listExchanges');
  expect(body).toMatchObject([{ answerBody: JSON.parse(text) }]);
});
