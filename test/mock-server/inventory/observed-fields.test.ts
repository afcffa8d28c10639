import { describe, expect, it } from 'vitest';
import { createHotelClient, createTestSupplier, testCriteria } from '../hotel-client.ts';
import { carCriteria, createTripClient } from '../trip-client.ts';

// These tests check the fields and values that public clients of this family of APIs read and send beside the main ones.

const { fetch } = createTestSupplier({ options: { rateLimit: false } });
const client = createTripClient(fetch);
const hotels = createHotelClient(fetch);

const rentalFrom = (place: object) => ({
  Pickup: { ...carCriteria.Pickup, ...place },
  Dropoff: { ...carCriteria.Dropoff, ...place },
});

it('an airport by the number of its destination is the airport of this destination in a car Search', async () => {
  const [byNumber] = (await client.find('car', rentalFrom({ LocationType: 'Airport', LocationCode: '1001' })))
    .offers;
  const [byCode] = (await client.find('car', rentalFrom({ LocationType: 'Airport', LocationCode: 'GIG' })))
    .offers;
  expect(Object(byNumber).PickUpLocationDetail.Address).toBe(Object(byCode).PickUpLocationDetail.Address);
  expect(byNumber?.TotalSellingPrice).toEqual(byCode?.TotalSellingPrice);
});

describe('HotelIds beside DestinationId', () => {
  const search = async (place: object) =>
    (await hotels.search({ ...testCriteria, ...place })).Hotels.map(({ HotelId }) => HotelId);

  it('returns only the listed hotels in the destination', async () => {
    const HotelIds = [1_003_002, 1_004_001, 1_003_005];
    expect(await search({ DestinationId: '1003', HotelIds })).toEqual([1_003_002, 1_003_005]);
    expect(await search({ DestinationId: undefined, HotelIds })).toEqual(HotelIds);
    expect(await search({ DestinationId: '1004', HotelIds })).toEqual([1_004_001]);
    expect(await search({ DestinationId: '1005', HotelIds })).toEqual([]);
  });
});

describe('a booked service', () => {
  it('names the hotel, its city and the nights of a stay', async () => {
    const conditions = await hotels.conditions(await hotels.search());
    const booked = await hotels.book(conditions);
    const { HotelId } = conditions.choice;
    const { body: hotel } = await hotels.call('hotelDetail', { hotelId: HotelId });
    const shown = { HotelId, HotelName: hotel.name, CityName: 'Rio de Janeiro', NumberOfNights: 2 };
    expect(booked.Services[0]).toMatchObject(shown);
    const service = (await hotels.detail(booked.BookingId)).Booking?.Services[0];
    expect(service).toMatchObject(shown);
    expect(service).not.toHaveProperty('BookingDescription');
  });

  it.each([
    ['car', 'CarModel'],
    ['transfer', 'TransferName'],
    ['tour', 'TourName'],
  ] as const)('describes a %s by its name in the Search, and names its city', async (product, field) => {
    const [offer] = (await client.find(product)).offers;
    const { BookingId } = await client.bookService(product);
    const { Booking } = await client.detail(BookingId);
    expect(Booking?.Services[0]).toMatchObject({
      BookingDescription: Object(offer)[field],
      CityName: 'Rio de Janeiro',
    });
    expect(Booking?.Services[0]).not.toHaveProperty('HotelName');
  });
});
