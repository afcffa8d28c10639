import { describe, expect, it } from 'vitest';
import { type Product, productNames, products } from '#contracts';
import { destinations } from '#mock-server/inventory/reference/index';
import { catalogue } from '#scenarios';
import { createHotelClient, createTestSupplier, testCriteria } from '../hotel-client.ts';
import { carSearch, tourSearch, transferSearch } from '../sandbox/scenario-runs/searches.ts';

// All ids of one Search for one group of guests contain the same stay number. Two equal ids therefore show two equal item numbers.

const client = createHotelClient(createTestSupplier({ catalogue, options: { rateLimit: false } }).fetch);

function searchOf(product: Product, id: string, airport: string) {
  if (product === 'car') return carSearch(id);
  if (product === 'transfer') return transferSearch(airport, id);
  if (product === 'hotel')
    return { Criteria: { ...testCriteria, DestinationId: id, ReturnOnRequestRooms: true } };
  const { Criteria } = tourSearch(id);
  return { Criteria: { ...Criteria, InitialServiceDate: '2026-12-07', FinalServiceDate: '2026-12-13' } };
}

const places = [
  ...destinations.map(({ id, name, airport }) => [name.en, id, airport.code]),
  ['Testville', '9000', 'TVL'],
];

describe.each(places)('in %s', (_, id = '', airport = '') => {
  it.each(products)('no two %s offers have the same item number', async product => {
    const { body } = await client.call(`${product}.search`, searchOf(product, id, airport));
    const { offers, item } = productNames[product];
    const found: Record<string, unknown>[] = Object(body)[offers];
    const ids = found.flatMap(offer =>
      product === 'hotel' ? Object(offer.Rooms).map((room: { Id: string }) => room.Id) : offer[item],
    );
    expect(ids.length).toBeGreaterThan(5);
    expect(ids.filter((one, index) => ids.indexOf(one) !== index)).toEqual([]);
  });
});
