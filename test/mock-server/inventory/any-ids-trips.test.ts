import { describe, expect, it } from 'vitest';
import { createPlaces } from '#mock-server/inventory/places';
import { startTrips } from '../trip-client.ts';

const places = createPlaces('any');
const { client } = startTrips({ options: { ids: 'any', rateLimit: false } });
const hotel = 483_920;
const city = places.destination('483');
const airport = { LocationCode: city?.airport.code, LocationType: 'Airport' };
const atHotel = { LocationCode: String(hotel), LocationType: 'Hotel' };
const atCity = { LocationCode: '483', LocationType: 'Destination' };
const statusOf = async (id: 'car.search' | 'transfer.search' | 'tour.search', Criteria: object) =>
  (await client.call(id, { Criteria })).status;

describe('with ids: any, beside hotels', () => {
  it('a car is taken at any hotel or destination, which lie nowhere far from another', async () => {
    const day = (date: string) => ({ Date: date, Time: '15:00' });
    const way = (to: object) => ({
      Pickup: { ...atHotel, ...day('2026-12-10') },
      Dropoff: { ...to, ...day('2026-12-12') },
    });
    const priceFrom = async (to: object) =>
      (await client.find('car', way(to))).offers[0]?.TotalSellingPrice.Value ?? 0;
    const same = await priceFrom(atHotel);
    expect(same).toBeGreaterThan(0);
    for (const place of [atCity, airport, { LocationCode: 'x', LocationType: 'Destination' }])
      expect(await priceFrom(place)).toBe(same);
    const booked = await client.bookService('car', { criteria: way(atHotel) });
    expect(booked.bookingStatus).toBe('CONFIRMED');
  });

  it('a transfer goes between any hotel and any airport, as the place of the hotel is unknown', async () => {
    const criteria = { Pickup: airport, Dropoff: atHotel };
    const { offers } = await client.find('transfer', criteria);
    expect(offers.length).toBeGreaterThan(5);
    expect(JSON.stringify(offers[0])).toContain(`to Hotel ${hotel} (like `);
    expect((await client.bookService('transfer', { criteria })).bookingStatus).toBe('CONFIRMED');
    const other = airport.LocationCode === 'GIG' ? 'JFK' : 'GIG';
    const elsewhere = { ...criteria, Pickup: { ...airport, LocationCode: other } };
    expect((await client.find('transfer', elsewhere)).offers).toHaveLength(offers.length);
    const known = { ...elsewhere, Dropoff: { LocationCode: '1002001', LocationType: 'Hotel' } };
    expect((await client.find('transfer', known)).offers).toEqual([]);
  });

  it('one code is a hotel or a destination, as its type says', async () => {
    const wayTo = async (LocationType: 'Hotel' | 'Destination') => {
      const Dropoff = { LocationCode: '10007', LocationType };
      const { offers } = await client.find('transfer', { Pickup: airport, Dropoff });
      return Object(offers[0]).TransferName;
    };
    expect(await wayTo('Hotel')).toContain('to Hotel 10007 (like ');
    expect(await wayTo('Destination')).toContain('to Destination 10007 (like ');
  });

  const flat = ['car', 'transfer'] as const;
  it.each(flat)('a %s is the same, whatever codes with blanks were requested before', async product => {
    const way = (from: string, to: string) => {
      const days = product === 'car' ? ['2026-12-10', '2026-12-12'] : [];
      const [first, last] = days.map(day => ({ Date: day, Time: '15:00' }));
      return {
        Pickup: { LocationCode: from, LocationType: 'Destination', ...first },
        Dropoff: { LocationCode: to, LocationType: 'Destination', ...last },
      };
    };
    const [busy, idle] = [1, 2].map(() => startTrips({ options: { ids: 'any' } }).client);
    await busy?.find(product, way('a b', 'c'));
    const offers = (await busy?.find(product, way('a', 'b c')))?.offers ?? [];
    expect(offers.length).toBeGreaterThan(0);
    expect(offers).toEqual((await idle?.find(product, way('a', 'b c')))?.offers);
  });

  it('err.400: airports, points of interest and hotels that are no numbers are not there', async () => {
    const rest = { ServiceDate: '2026-12-10', Time: '15:30', NumberOfAdults: 2, Pickup: atCity };
    for (const [LocationType, LocationCode] of [
      ['Airport', 'XYZ'],
      ['PointOfInterest', '483001'],
      ['Hotel', 'abc'],
      ['Hotel', '0'],
      ['Destination', ' '],
    ]) {
      const Dropoff = { LocationCode, LocationType };
      expect(await statusOf('transfer.search', { ...rest, Dropoff })).toBe(400);
    }
    expect(await statusOf('transfer.search', { ...rest, Dropoff: atHotel })).toBe(200);
  });

  it('date.local: today is that of the hotel that a location names', async () => {
    const start = Date.parse('2026-12-01T23:30:00Z');
    const { client: late } = startTrips({ clock: { mode: 'manual', start }, options: { ids: 'any' } });
    const codes = Array.from({ length: 300 }, (_, index) => String(index * 1_000 + 7));
    const hotelIn = (zone: string) =>
      codes.find(code => places.location('Hotel', code)?.destination.timeZone === zone);
    const statusIn = async (zone: string) => {
      const place = { LocationCode: hotelIn(zone), LocationType: 'Hotel' };
      const Criteria = {
        Pickup: { ...place, Date: '2026-12-01', Time: '23:45' },
        Dropoff: { ...place, Date: '2026-12-03', Time: '15:00' },
      };
      return (await late.call('car.search', { Criteria })).status;
    };
    expect(await statusIn('Europe/Paris')).toBe(400);
    expect(await statusIn('America/Sao_Paulo')).toBe(200);
  });
});
