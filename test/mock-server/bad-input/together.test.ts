import { expect, it } from 'vitest';
import { createHotelClient, createTestSupplier, testCriteria } from '../hotel-client.ts';

const client = createHotelClient(createTestSupplier({ options: { rateLimit: false } }).fetch);
const fieldsOf = async (Criteria: object) => {
  const { status, body } = await client.call('hotel.search', { Criteria });
  return [status, (body.Errors as { Field?: string }[]).map(entry => entry.Field).sort()];
};

it('names a place, a currency and dates that cannot be met in one answer (err.400)', async () => {
  const wrong = {
    DestinationId: '8888',
    Currency: 'XXX',
    CheckinDate: '2020-01-01',
    CheckoutDate: '2019-12-31',
  };
  const names = ['CheckinDate', 'CheckoutDate', 'Currency', 'DestinationId'];
  expect(await fieldsOf({ ...testCriteria, ...wrong })).toEqual([400, names.map(name => `Criteria.${name}`)]);
  expect(await fieldsOf({ ...testCriteria, ...wrong, SearchRooms: [] })).toEqual([
    400,
    [...names, 'SearchRooms'].map(name => `Criteria.${name}`),
  ]);
});

it('refuses a date that is past at one of several hotels, whichever comes first', async () => {
  const supplier = createTestSupplier({
    clock: { mode: 'manual', start: Date.parse('2026-12-02T02:00:00Z') },
  });
  const { call } = createHotelClient(supplier.fetch);
  const { DestinationId: _, ...criteria } = {
    ...testCriteria,
    CheckinDate: '2026-12-01',
    CheckoutDate: '2026-12-03',
  };
  const statusOf = async (HotelIds: number[]) =>
    (await call('hotel.search', { Criteria: { ...criteria, HotelIds } })).status;
  const [newYork, lisbon] = [1012001, 1007001];
  expect(await statusOf([newYork])).toBe(200);
  expect(await statusOf([newYork, lisbon])).toBe(400);
  expect(await statusOf([lisbon, newYork])).toBe(400);
});

it('offers a hotel once that the criteria name twice', async () => {
  const { DestinationId: _, ...criteria } = testCriteria;
  const { body } = await client.call('hotel.search', {
    Criteria: { ...criteria, HotelIds: [1001001, 1001001] },
  });
  expect(body.Hotels).toHaveLength(1);
});

it('offers each room when the filter is exactly its price', async () => {
  const euros = { Currency: 'EUR', SearchRooms: [{ NumAdults: 1 }] };
  const { Hotels } = await client.search(euros);
  for (const { Id, TotalSellingPrice } of Hotels.flatMap(hotel => hotel.Rooms)) {
    const { Value: MinPrice } = TotalSellingPrice;
    const found = await client.search({ ...euros, Filters: { MinPrice, MaxPrice: MinPrice } });
    expect(found.Hotels.flatMap(hotel => hotel.Rooms.map(room => room.Id))).toContain(Id);
  }
});

it('returns no conditions for a room that the filters of the Search excluded', async () => {
  const all = await client.search();
  const filtered = await client.search({ Filters: { CheapestRoomOnly: true } });
  const [hotel] = all.Hotels;
  const dearest = hotel?.Rooms[0];
  const body = { Token: filtered.Token, HotelId: hotel?.HotelId, RoomIds: [dearest?.Id] };
  expect((await client.call('hotel.getBookingConditions', body)).status).toBe(400);
});
