import { expect, it } from 'vitest';
import { createTestSupplier } from '../hotel-client.ts';
import { serve } from '../over-port.ts';
import { createTripClient } from '../trip-client.ts';
import { read } from './get-static.ts';

it('svc.2: over a port, a client goes from an airport to a stay and a transfer to it, with every id from the step before, and out again', async () => {
  const supplier = createTestSupplier();
  const { url: baseUrl } = await serve(supplier);
  const client = createTripClient(fetch, { baseUrl });
  const server = {
    fetch: (url: string) => fetch(url.replace('http://supplier.test', baseUrl)),
  } as typeof supplier; // only its fetch is used
  const { body: airport } = await read(server, 'airportDetail', { airportCode: 'SSA' });
  const { body: places } = await read(server, 'autocomplete', { term: airport.city, product: 'hotel' });
  const destination = places.find(place => place.type === 'Destination');
  expect(destination?.id).toBe(airport.destinationId);

  const conditions = await client.conditions(await client.search({ DestinationId: destination?.id }));
  const { HotelId } = conditions.choice;
  const { body: hotel } = await read(server, 'hotelDetail', { hotelId: HotelId });
  expect(hotel).toMatchObject({ id: HotelId, destination: { id: airport.destinationId } });
  const { BookingId, bookingStatus } = await client.book(conditions);
  expect(bookingStatus).toBe('CONFIRMED');

  const Pickup = { LocationCode: airport.iataCode, LocationType: 'Airport' };
  const criteria = { Pickup, Dropoff: { LocationCode: String(HotelId), LocationType: 'Hotel' } };
  const transfer = await client.bookService('transfer', { criteria, change: { BookingId } });
  const { ServiceId } = transfer.Services[0] ?? {};
  const { body } = await client.call('transfer.cancelByService', { BookingId, ServiceId });
  expect(body.bookingStatus).toBe('Cancelled');
  expect((await client.detail(BookingId)).Booking?.bookingStatus).toBe('CONFIRMED');
  expect((await client.cancel(BookingId)).bookingStatus).toBe('Cancelled');
});
