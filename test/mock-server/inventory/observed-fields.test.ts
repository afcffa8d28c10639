import { describe, expect, it } from 'vitest';
import { testCriteria } from '../hotel-client.ts';
import { carCriteria, startTrips } from '../trip-client.ts';

// These tests check the fields and values that public clients of this family of APIs read and send beside the main ones.

const { client } = startTrips();

const rentalFrom = (place: object) => ({
  Pickup: { ...carCriteria.Pickup, ...place },
  Dropoff: { ...carCriteria.Dropoff, ...place },
});

it('an airport by the number of its destination is the airport of this destination in a car Search', async () => {
  const offerAt = async (LocationCode: string) =>
    (await client.find('car', rentalFrom({ LocationType: 'Airport', LocationCode }))).offers[0];
  const [byNumber, byCode] = [await offerAt('1001'), await offerAt('GIG')];
  expect(Object(byNumber).PickUpLocationDetail.Address).toBe(Object(byCode).PickUpLocationDetail.Address);
  expect(byNumber?.TotalSellingPrice).toEqual(byCode?.TotalSellingPrice);
});

it('HotelIds beside DestinationId returns only the listed hotels in the destination', async () => {
  const HotelIds = [1_003_002, 1_004_001, 1_003_005];
  const search = async (DestinationId?: string) =>
    (await client.search({ ...testCriteria, DestinationId, HotelIds })).Hotels.map(({ HotelId }) => HotelId);
  expect(await search('1003')).toEqual([1_003_002, 1_003_005]);
  expect(await search()).toEqual(HotelIds);
  expect(await search('1004')).toEqual([1_004_001]);
  expect(await search('1005')).toEqual([]);
});

describe('a booked service', () => {
  it('names the hotel, its city and the nights of a stay', async () => {
    const conditions = await client.conditions(await client.search());
    const booked = await client.book(conditions);
    const { HotelId } = conditions.choice;
    const { body: hotel } = await client.call('hotelDetail', { hotelId: HotelId });
    const shown = { HotelId, HotelName: hotel.name, CityName: 'Rio de Janeiro', NumberOfNights: 2 };
    expect(booked.Services[0]).toMatchObject(shown);
    const service = (await client.detail(booked.BookingId)).Booking?.Services[0];
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
    const BookingDescription = Object(offer)[field];
    expect(Booking?.Services[0]).toMatchObject({ BookingDescription, CityName: 'Rio de Janeiro' });
    expect(Booking?.Services[0]).not.toHaveProperty('HotelName');
  });
});
