import { describe, expect, it, vi } from 'vitest';
import { type LocationType, limits, type Suggestion } from '#contracts';
import { createPlaces } from '#mock-server/inventory/index';
import {
  builtInRecords,
  createSuggester,
  destinations,
  hotelsOf,
} from '#mock-server/inventory/reference/index';
import { createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { read } from '../operations/get-static.ts';
import { lastEntry } from '../pipeline/exchange-of.ts';

const places = createPlaces('known');
const supplier = createTestSupplier({ options: { rateLimit: false } });
const find = async (term: string, product?: string) =>
  (await read(supplier, 'autocomplete', { term, product })).body;
const shown = (suggestions: Suggestion[]) => suggestions.map(({ type, id }) => `${type} ${id}`);

describe('autocomplete', () => {
  it('is recorded with its term and its results, with personal data masked', async () => {
    const found = await find('Copa ana@example.com');
    expect(found).toEqual([]);
    expect(lastEntry(supplier).facts).toMatchObject({
      request: { term: 'Copa aaa@aaaaaaa.aaa', managerId: '1' },
      answer: { found: 0 },
    });
    await find('salvador', 'tour');
    expect(lastEntry(supplier).facts.answer).toEqual({ found: 1, places: ['1003'] });
  });

  it.each([
    ['sao', 'Destination 1002'],
    ['são paulo', 'Destination 1002'],
    ['sa\u0303o', 'Destination 1002'],
    ['rio*', 'Destination 1001'],
    ['RÍO DE', 'Destination 1001'],
    ['lisboa', 'Destination 1007'],
    ['nueva york', 'Destination 1012'],
    ['chile', 'Destination 1006'],
    ['gig', 'Airport GIG'],
    ['ñuñoa', 'PointOfInterest 100606'],
    ['saint-germain', 'PointOfInterest 100903'],
    ['copacabana, rio de janeiro', 'PointOfInterest 100101'],
    ['hotel jardim copa', 'Hotel 1001001'],
    ['sabia rio', 'Hotel 1001007'],
  ])('puts what %j means first: %s', async (term, first) => {
    expect(shown(await find(term))[0]).toBe(first);
  });

  it('orders by how well a name fits, then by kind: cities, airports, points of interest, hotels', async () => {
    const kinds = (await find('rio')).map(({ type }) => type);
    expect(kinds.slice(0, 2)).toEqual(['Destination', 'Airport']);
    expect(kinds).toEqual([...kinds].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
    const mad = shown(await find('mad'));
    expect(mad.slice(0, 2)).toEqual(['Airport MAD', 'Destination 1008']);
    // A district whose name begins with the term comes before an airport with such a word in its name.
    const [first, second] = await find('bar');
    expect([first?.name, second?.id]).toEqual(['Barra, Salvador', 'MAD']);
    // A hotel with such a word comes before an airport that matches only by its city: "Santiago de Chile".
    const chi = (await find('chi')).map(({ type }) => type).slice(0, 5);
    expect(chi).toEqual(['PointOfInterest', 'Destination', 'Hotel', 'Hotel', 'Airport']);
  });

  it('returns at most a fixed number, and the same at every call', async () => {
    const many = await find('h');
    expect(many).toHaveLength(limits.suggestions.value);
    expect(await find('H')).toEqual(many);
  });

  const nothing = ['zzz', 'rio zzz', 'riox', '---', '🏨', '%', '\\', '(.*)', '__proto__'];
  it.each(nothing)('returns an empty list for %j, which matches nothing', async term => {
    expect(await read(supplier, 'autocomplete', { term })).toMatchObject({ status: 200, body: [] });
  });

  const longest = 'x'.repeat(limits.searchTerm.value);
  it.each([
    ['term', { term: '' }, 'expected text that is not blank'],
    ['term', { term: ' \t' }, 'expected text that is not blank'],
    ['term', { term: `${longest}x` }, 'expected at most 100 characters'],
    ['product', { term: 'rio', product: 'hotels' }, 'hotel, car, transfer, tour'],
    ['product', { term: 'rio', product: 'flight' }, 'hotel, car, transfer, tour'],
    ['product', { term: 'rio', product: '' }, 'hotel, car, transfer, tour'],
  ])('err.400: refuses the %s of %j', async (Field, fields, message) => {
    const { status, errors } = await read(supplier, 'autocomplete', fields);
    expect([status, errors[0]]).toMatchObject([400, { Field, Message: expect.stringContaining(message) }]);
    expect(await find(longest)).toEqual([]);
  });

  it.each([
    ['hotel', ['Destination', 'PointOfInterest', 'Hotel']],
    ['car', ['Destination', 'Airport', 'PointOfInterest', 'Hotel']],
    ['transfer', ['Destination', 'Airport', 'PointOfInterest', 'Hotel']],
    ['tour', ['Destination']],
  ])('returns for product %s only places that suit it', async (product, types) => {
    const found = await find('rio', product);
    expect([...new Set(found.map(({ type }) => type))]).toEqual(types);
  });

  it('reads the destinations once, not at each call', () => {
    const hotelsOf = vi.fn(builtInRecords.hotelsOf);
    const suggest = createSuggester({ ...builtInRecords, hotelsOf });
    expect(suggest('rio', order, 1)).toMatchObject([{ id: '1001' }]);
    expect(suggest('madri', order, 1)).toMatchObject([{ id: '1008' }]);
    expect(hotelsOf).toHaveBeenCalledTimes(destinations.length);
  });

  it('finds every city, airport, district and hotel by its name, under an id that can be used', async () => {
    for (const city of destinations) {
      const ids = (term: string) => places.suggest(term, order, 20).map(({ type, id }) => `${type} ${id}`);
      for (const name of Object.values(city.name)) expect(ids(name)).toContain(`Destination ${city.id}`);
      expect(ids(city.airport.name)).toContain(`Airport ${city.airport.code}`);
      for (const [index, name] of city.districts.entries()) {
        const code = `${city.id}0${index + 1}`;
        expect(ids(name)).toContain(`PointOfInterest ${code}`);
        const type = 'PointOfInterest';
        expect(places.location(type, code)).toMatchObject({ type, code, name, destination: city });
      }
      for (const { id, name } of hotelsOf(city.id))
        expect(ids(`${name} ${city.name.en}`)).toContain(`Hotel ${id}`);
    }
    const [hotel] = await find('hotel jardim copa');
    const stay = { DestinationId: undefined, HotelIds: [Number(hotel?.id)] };
    const search = await createHotelClient(supplier.fetch).search(stay);
    expect(search.Hotels.map(({ HotelId }) => HotelId)).toEqual([1001001]);
  });
});

const order: readonly LocationType[] = ['Destination', 'Airport', 'PointOfInterest', 'Hotel'];
