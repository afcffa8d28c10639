import { expect, it } from 'vitest';
import type { Selection } from '#mock-server/inventory/quote';
import { createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { createTripClient, twoAdults } from '../trip-client.ts';

/** A client, and every selection that its supplier has priced. */
function start() {
  const supplier = createTestSupplier();
  const sandbox = supplier.sandboxes.require('default');
  const priced: Selection[] = [];
  const hotel = sandbox.inventoryOf('hotel');
  const { quote } = hotel;
  hotel.quote = (criteria, selection) => {
    priced.push(selection);
    return quote(criteria, selection);
  };
  return { client: createHotelClient(supplier.fetch), sandbox, priced };
}

it('prices a selection once, for its conditions', async () => {
  const { client, priced } = start();
  const conditions = await client.conditions();
  expect(priced).toHaveLength(1);
  await client.book(conditions);
  expect(priced).toHaveLength(1); // the booking uses the price of the conditions
});

it('books a tour for the service date of its conditions (date.local)', async () => {
  const supplier = createTestSupplier();
  const client = createTripClient(supplier.fetch);
  const { Token, offers } = await client.find('tour');
  const change = { ServiceDate: '2026-12-12' };
  const conditions = await client.validate('tour', { Token, ReToken: '', offers }, offers[0], change);
  const body = { Token: conditions.Token, BookingId: '0', TourId: Object(offers[0]).TourId, Paxs: twoAdults };
  const other = await client.call('tour.doBooking', { ...body, ServiceDate: '2026-12-11' });
  expect([other.status, other.body.Errors[0]?.Field]).toEqual([400, 'ServiceDate']);
  const booked = await client.call('tour.doBooking', { ...body, ...change });
  expect(booked.body.Services[0]).toMatchObject({ ServiceDate: '2026-12-12', bookingStatus: 'CONFIRMED' });
});
