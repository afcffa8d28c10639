import { describe, expect, it } from 'vitest';
import { type Product, productNames, products } from '#contracts';
import { maskText } from '#contracts/exchange';
import { itemNumberOf, offerIdOf, testItemIn, testItemNumberOf } from '#mock-server/inventory/offer-id';
import { createHotelClient, createTestSupplier, testCriteria } from '../hotel-client.ts';
import { carCriteria, createTripClient, tourCriteria, transferCriteria, twoAdults } from '../trip-client.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
const client = createTripClient(supplier.fetch);
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
  it('are texts of digits that a client can read as numbers without loss', async () => {
    const ids = await idsOf(product);
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids) {
      expect(id).toMatch(/^[17]\d{14}$/);
      expect(String(Number(id))).toBe(id);
    }
  });

  it('are all different, and the same in the next Search', async () => {
    const ids = await idsOf(product);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await idsOf(product)).toEqual(ids);
  });

  it('auth.5: are never masked as card numbers', async () => {
    const ids = await idsOf(product);
    expect(ids.map(maskText)).toEqual(ids);
    expect(maskText(ids.slice(0, 4).join(' '))).toBe(ids.slice(0, 4).join(' '));
  });
});

it('gives a room another id on other dates, for other guests and in another hotel', async () => {
  const ids = await idsOf('hotel');
  const others = [
    await idsOf('hotel', { CheckinDate: '2026-12-11' }),
    await idsOf('hotel', { SearchRooms: [{ NumAdults: 1 }] }),
    await idsOf('hotel', { DestinationId: '1004' }),
  ].flat();
  expect(others.filter(id => ids.includes(id))).toEqual([]);
});

it('accepts the ids of rooms as numbers, with a warning', async () => {
  const hotels = createHotelClient(supplier.fetch);
  const search = await hotels.search();
  const [hotel] = search.Hotels;
  const RoomIds = [Number(hotel?.Rooms[0]?.Id)];
  const body = { Token: search.Token, HotelId: hotel?.HotelId, RoomIds };
  const { status } = await hotels.call('hotel.getBookingConditions', body);
  expect(status).toBe(200);
  const warnings = supplier.sandboxes.require('default').journal.read().at(-1)?.facts.warnings;
  expect(warnings).toEqual([expect.objectContaining({ kind: 'lenient', field: 'RoomIds[0]' })]);
});

it('books a car by its ResponseId, which equals its CarId', async () => {
  const { Token, offers } = await client.find('car');
  const { CarId, ResponseId } = Object(offers[0]);
  expect(ResponseId).toBe(CarId);
  const { body } = await client.call('car.getBookingConditions', { Token, CarId: Number(ResponseId) });
  const booked = await client.call('car.doBooking', {
    Token: body.Token,
    BookingId: '0',
    CarId: ResponseId,
    Paxs: twoAdults,
  });
  expect(booked.body.bookingStatus).toBe('CONFIRMED');
  const ids = [booked.body.BookingId, booked.body.Services[0]?.ServiceId];
  expect(ids.map(id => String(Number(id)))).toEqual(ids);
});

it('shows the number of an item of Testville in the ids of its offers', () => {
  const id = offerIdOf(testItemNumberOf(12, 3), 2 ** 32 - 1);
  expect([id.slice(0, 4), testItemIn(id)]).toEqual(['7012', 12]);
  expect(testItemIn(offerIdOf(testItemNumberOf(999, 9), 2 ** 32 - 1))).toBe(999);
  expect(testItemIn(offerIdOf(itemNumberOf('1001-C101'), 0))).toBeUndefined();
  expect(() => testItemNumberOf(1_000, 0)).toThrow(RangeError);
});
