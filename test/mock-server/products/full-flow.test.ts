import { describe, expect, it } from 'vitest';
import { operations } from '#contracts';
import document from '#contracts/openapi.json' with { type: 'json' };
import type { Fetch } from '../hotel-client.ts';
import { inProcess, overPort } from '../served.ts';
import { read } from '../static/get.ts';
import { createTripClient } from '../trip-client.ts';

/** Reads static data by the fetch of a server at an address. */
const at = (fetch: Fetch, baseUrl: string) => ({
  fetch: (url: string) => fetch(url.replace('http://supplier.test', baseUrl)),
});

describe.each([
  ['in process', inProcess],
  ['over a port', overPort],
])('%s', (_way, play) => {
  it('svc.2: from an airport to a stay and a transfer to it, with every id from the step before, and out again', () =>
    play(async (fetch, baseUrl) => {
      const client = createTripClient(fetch, { baseUrl });
      const server = at(fetch, baseUrl) as Parameters<typeof read>[0]; // only its fetch is used
      const { body: airport } = await read(server, 'airportDetail', { airportCode: 'SSA' });
      const { body: places } = await read(server, 'autocomplete', { term: airport.city, product: 'hotel' });
      const destination = places.find(place => place.type === 'Destination');
      expect(destination?.id).toBe(airport.destinationId);

      const search = await client.search({ DestinationId: destination?.id });
      const conditions = await client.conditions(search);
      const { HotelId } = conditions.choice;
      const { body: hotel } = await read(server, 'hotelDetail', { hotelId: HotelId });
      expect(hotel).toMatchObject({ id: HotelId, destination: { id: airport.destinationId } });
      const { BookingId, bookingStatus } = await client.book(conditions);
      expect(bookingStatus).toBe('CONFIRMED');

      const criteria = {
        Pickup: { LocationCode: airport.iataCode, LocationType: 'Airport' },
        Dropoff: { LocationCode: String(HotelId), LocationType: 'Hotel' },
      };
      const transfer = await client.bookService('transfer', { criteria, change: { BookingId } });
      const ServiceId = transfer.Services[0]?.ServiceId;
      const { body } = await client.call('transfer.cancelByService', { BookingId, ServiceId });
      expect(body.bookingStatus).toBe('Cancelled');
      expect((await client.detail(BookingId)).Booking?.bookingStatus).toBe('CONFIRMED');
      expect((await client.cancel(BookingId)).bookingStatus).toBe('Cancelled');
    }));
});

it('ver.1: the contract is version 1.0, and static paths carry v1', () => {
  expect(document.info.version).toBe('1.0');
  const statics = Object.values(operations).filter(({ base }) => base === 'commons');
  expect(statics.map(({ path }) => path.split('/').slice(0, 5).join('/'))).toEqual([
    '/new/api/v1/mapping',
    '/new/api/v1/mapping',
    '/new/api/v1/mapping',
  ]);
});
