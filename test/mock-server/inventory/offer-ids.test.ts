import { describe, expect, it } from 'vitest';
import { type Product, productNames, products } from '#contracts';
import { maskText } from '#contracts/util';
import { itemNumberOf, offerIdOf, testItemIn, testItemNumberOf } from '#mock-server/inventory/offer-id';
import { destinations } from '#mock-server/inventory/reference/index';
import { catalogue } from '#scenarios';
import { testCriteria } from '../hotel-client.ts';
import { carSearch, tourSearch, transferSearch } from '../sandbox/scenario-runs/searches.ts';
import { carCriteria, startTrips, tourCriteria, transferCriteria } from '../trip-client.ts';

const { client } = startTrips({ catalogue });
const criteria: Record<Product, object> = {
  hotel: { ...testCriteria, ReturnOnRequestRooms: true },
  car: carCriteria,
  transfer: transferCriteria,
  tour: tourCriteria,
};

/** Returns the ids of all offers of a Search: those of rooms for hotels, otherwise those of items. */
async function idsOf(product: Product, change: object = {}): Promise<string[]> {
  const { body } = await client.call(`${product}.search`, { Criteria: { ...criteria[product], ...change } });
  const { offers, item } = productNames[product];
  const found: Record<string, unknown>[] = Object(body)[offers];
  return found.flatMap(offer =>
    product === 'hotel' ? Object(offer.Rooms).map((room: { Id: string }) => room.Id) : String(offer[item]),
  );
}

describe.each(products)('the ids of a %s Search', product => {
  it('are texts of digits that a client can read as signed numbers of 32 bits without loss', async () => {
    const ids = await idsOf(product);
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids) {
      expect(id).toMatch(/^[1-6]\d{8}$/);
      expect(String(Number(id) | 0)).toBe(id);
    }
  });

  it('auth.5: are never masked as card numbers', async () => {
    const ids = await idsOf(product);
    expect(ids.map(maskText)).toEqual(ids);
    const answer = JSON.stringify([ids, ids.map(Number)]);
    expect(maskText(answer)).toBe(answer);
  });
});

it('the server gives a room the same id in every Search for a stay, and another id on other dates, for other guests and in another hotel', async () => {
  const ids = await idsOf('hotel');
  expect(await idsOf('hotel', { Currency: 'USD', Nationality: 'AR' })).toEqual(ids);
  const others = [
    await idsOf('hotel', { CheckoutDate: '2026-12-13' }),
    await idsOf('hotel', { CheckinDate: '2026-12-11' }),
    await idsOf('hotel', { SearchRooms: [{ NumAdults: 1 }] }),
    await idsOf('hotel', { DestinationId: '1004' }),
  ].flat();
  expect(others.filter(id => ids.includes(id))).toEqual([]);
});

const largestStay = 2 ** 27 - 1;

it('the server gives items numbers from 100,000,000 up to 559,999,999, so that no id outside Testville begins with 7', () => {
  const items = Array.from({ length: 1_000 }, (_, index) => itemNumberOf(`item ${index}`));
  expect(Math.min(...items)).toBeGreaterThanOrEqual(100_000_000);
  expect(Math.max(...items)).toBeLessThan(560_000_000);
  expect(Math.max(...items)).toBeGreaterThan(550_000_000);
  expect(offerIdOf(559_999_999, largestStay)).toBe('694217726');
});

it('the server shows the number of an item of Testville in the ids of its offers', () => {
  const id = offerIdOf(testItemNumberOf(12, 3), 98_765);
  expect([id, testItemIn(id)]).toEqual(['701238765', 12]);
  expect(testItemIn(offerIdOf(testItemNumberOf(999, 9), largestStay))).toBe(999);
  expect(testItemIn(offerIdOf(itemNumberOf('1001-C101'), 0))).toBeUndefined();
  expect(() => testItemNumberOf(1_000, 0)).toThrow(RangeError);
});

const places = [
  ...destinations.map(({ id, name, airport }) => [name.en, id, airport.code]),
  ['Testville', '9000', 'TVL'],
];

// All ids of one Search for one group of guests contain the same stay number. Two equal ids therefore show two equal item numbers.
describe.each(places)('in %s', (_, id = '', airport = '') => {
  const week = { InitialServiceDate: '2026-12-07', FinalServiceDate: '2026-12-13' };
  it.each<[Product, object]>([
    ['hotel', { DestinationId: id }],
    ['car', carSearch(id).Criteria],
    ['transfer', transferSearch(airport, id).Criteria],
    ['tour', { ...tourSearch(id).Criteria, ...week }],
  ])('no two %s offers have the same item number', async (product, change) => {
    const ids = await idsOf(product, change);
    expect(ids.length).toBeGreaterThan(5);
    expect(ids.filter((one, index) => ids.indexOf(one) !== index)).toEqual([]);
  });
});
