import { describe, expect, it } from 'vitest';
import { limits } from '#contracts';
import { createPlaces, destinationAt } from '#mock-server/inventory/places';
import { builtInRecords, destinations, hotelsOf } from '#mock-server/inventory/reference/index';
import { createHotelClient, createTestSupplier, startSupplier, testCriteria } from '../hotel-client.ts';
import { get, read } from '../operations/get-static.ts';

const any = () => createTestSupplier({ options: { ids: 'any', rateLimit: false } });
const supplier = any();
const client = createHotelClient(supplier.fetch);
const places = createPlaces('any');
const { DestinationId: _, ...stay } = testCriteria;
const oddIds = ['5', '483', 'São Paulo', 'a"b\\c', '🏨', '\ud800', '__proto__', '9'.repeat(40)];
const tooLong = 'x'.repeat(limits.destinationId.value + 1);

describe('with ids: any', () => {
  it.each(oddIds)('destination %j exists, with hotels of its own that can be booked', async DestinationId => {
    const search = await client.search({ DestinationId });
    expect(search.Hotels).toHaveLength(20);
    const ids = search.Hotels.map(({ HotelId }) => HotelId);
    expect(new Set(ids).size).toBe(20);
    const booked = await client.book(await client.conditions(search));
    expect(booked).toMatchObject({ bookingStatus: 'CONFIRMED', Errors: [] });
    // The same hotels, found by their ids.
    const again = await client.search({ DestinationId: undefined, HotelIds: ids });
    expect(again.Hotels).toEqual(search.Hotels);
  });

  const anyHotel = [1, 999, 1000, 1001021, 483_920, 9_000_001, 123_456_789_012, Number.MAX_SAFE_INTEGER];
  it.each(anyHotel)('hotel %d exists, the same in Search, conditions, booking and hotelDetail', async id => {
    const search = await client.search({ DestinationId: undefined, HotelIds: [id] });
    expect(search.Hotels.map(({ HotelId }) => HotelId)).toEqual([id]);
    const conditions = await client.conditions(search);
    expect(conditions.choice.HotelId).toBe(id);
    expect((await client.book(conditions)).bookingStatus).toBe('CONFIRMED');
    const { status, body } = await read(supplier, 'hotelDetail', { hotelId: id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, name: search.Hotels[0]?.Name });
    expect(body.name).toContain(String(id));
    // Its destination can be searched by the same id.
    const city = String(Math.floor(id / 1_000));
    expect(body.destination?.id ?? '').toBe('destination' in body ? city : '');
    expect(places.destination(city)?.id).toBe(city);
  });

  it('a place is named after its id and what it is like, in every language', () => {
    const [destino, destination] = [/^Destino 483 \(como .+\)$/, /^Destination 483 \(like .+\)$/];
    const [pt, en] = [expect.stringMatching(destino), expect.stringMatching(destination)];
    expect(places.destination('483')?.name).toEqual({ pt, en, es: pt });
    const name = expect.stringMatching(/^Hotel 483920 \(like .+\)$/);
    expect(places.hotel(483_920)).toMatchObject({ id: 483_920, destination: '483', name });
  });

  it('ids spread over all known cities, and follow from the id alone', async () => {
    const like = Array.from({ length: 300 }, (_, index) => places.destination(`d${index}`)?.timeZone);
    expect(new Set(like)).toEqual(new Set(destinations.map(({ timeZone }) => timeZone)));
    const here = await client.search({ DestinationId: 'XYZ' });
    const there = await createHotelClient(any().fetch).search({ DestinationId: 'XYZ' });
    expect(here.Hotels).toEqual(there.Hotels);
  });

  it('a hotel is the same object in each Search, so that the parts of its offers are written once', () => {
    expect(places.hotel(2_000_001)).toBeDefined();
    expect(places.hotel(2_000_001)).toBe(places.hotel(2_000_001));
  });

  it('known places stay what they are', () => {
    for (const city of destinations) {
      expect(places.destination(city.id)).toBe(city);
      expect(places.hotelsOf(city.id)).toBe(hotelsOf(city.id));
    }
    expect(places.hotel(1001007)).toBe(builtInRecords.hotel(1001007));
    expect(places.hotel(1001021)).toMatchObject({ destination: '1001' });
  });

  it.each([
    ['an empty destination', { DestinationId: '' }, 'Criteria.DestinationId'],
    ['a blank one', { DestinationId: '  ' }, 'Criteria.DestinationId'],
    ['one that is too long', { DestinationId: tooLong }, 'Criteria.DestinationId'],
    ['hotel 0', { DestinationId: undefined, HotelIds: [0] }, 'Criteria.HotelIds'],
    ['a hotel below 0', { DestinationId: undefined, HotelIds: [-7, 7] }, 'Criteria.HotelIds'],
  ])('err.400: %s does not exist all the same', async (_, change, field) => {
    const { status, body } = await client.call('hotel.search', { Criteria: { ...testCriteria, ...change } });
    expect({ status, field: body.Errors[0]?.Field?.slice(0, field.length) }).toEqual({ status: 400, field });
  });

  it('err.404: a hotel below 1 and an unknown airport are not there', async () => {
    for (const hotelId of [0, -1])
      expect((await read(supplier, 'hotelDetail', { hotelId })).status).toBe(404);
    expect((await read(supplier, 'airportDetail', { airportCode: 'XYZ' })).status).toBe(404);
  });

  it('date.local: the current date is that of the place of an id', async () => {
    // Half past midnight in Paris, while the previous day is not over in Rio de Janeiro.
    const start = Date.parse('2026-12-01T23:30:00Z');
    const late = createTestSupplier({ clock: { mode: 'manual', start }, options: { ids: 'any' } });
    const { call } = createHotelClient(late.fetch);
    const dates = { CheckinDate: '2026-12-01', CheckoutDate: '2026-12-03' };
    const idIn = (zone: string) => {
      const ids = Array.from({ length: 500 }, (_, index) => `d${index}`);
      return ids.find(id => places.destination(id)?.timeZone === zone);
    };
    const statusIn = async (zone: string) =>
      (await call('hotel.search', { Criteria: { ...stay, ...dates, DestinationId: idIn(zone) } })).status;
    expect(await statusIn('Europe/Paris')).toBe(400);
    expect(await statusIn('America/Sao_Paulo')).toBe(200);
    // A number is a hotel, although the reference data has a destination 1001 in Rio de Janeiro.
    expect(destinationAt(1001, places)?.timeZone).toBe(places.destination('1')?.timeZone);
    expect(destinationAt('1001', places)?.timeZone).toBe('America/Sao_Paulo');
  });
});

it('the option ids is "known" by default, and can be set for one sandbox through the control API', async () => {
  const { fetch, client, control } = startSupplier({ options: { rateLimit: false } });
  const identity = { id: 'own-ids', staticToken: 'token-own', managerId: 3 };
  const { body } = await control.ask('createSandbox', { body: { ...identity, options: { ids: 'any' } } });
  expect(body.options.ids).toBe('any');
  const address = '/new/api/v1/mapping/hotel/5/token';
  expect((await get({ fetch }, `/sandbox/own-ids${address}/token-own?managerId=3`)).status).toBe(200);
  expect((await get({ fetch }, `${address}/demo-static-token?managerId=1`)).status).toBe(404);
  const Criteria = { ...stay, HotelIds: [5] };
  expect((await client.call('hotel.search', { Criteria })).status).toBe(400);
  const wrong = { body: { options: { ids: 'anything' } } };
  expect(await control.brief('createSandbox', wrong)).toBe('400 options.ids');
});
