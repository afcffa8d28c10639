import { expect, it } from 'vitest';
import { bookingBody } from '../hotel-client.ts';
import { startPaying } from '../payment-client.ts';

it('the server returns no conditions for sold rooms, and uses the Token up (err.200)', async () => {
  const { client } = startPaying({ faults: ['sold-out,times=1'] });
  const search = await client.search();
  const answer = await client.conditions(search);
  expect(answer).toMatchObject({ Errors: [{ Code: 'RoomUnavailable' }] });
  for (const field of ['Token', 'TotalSellingPrice', 'RevalidateBookingConditions'])
    expect(answer).not.toHaveProperty(field);
  await expect(client.conditions(search)).rejects.toThrow('TokenConsumed');
  expect(await client.conditions()).toMatchObject({ Errors: [] });
});

it('the server rejects a booking of sold rooms, charges nothing and keeps no room (flow.4)', async () => {
  const { book, sandbox, look, client } = startPaying({ faults: ['sold-out=booking'] });
  const { BookingId, conditions, ...booked } = await book('payNow');
  const rejected = { bookingStatus: 'Rejected', Errors: [{ Code: 'RoomUnavailable' }] };
  expect(booked).toMatchObject(rejected);
  expect(await look(BookingId)).toMatchObject({ ...rejected, Payments: [] });
  expect(sandbox.store.booked(conditions.choice.RoomIds[0] ?? '')).toBe(0);
  const again = await client.call('hotel.doBooking', bookingBody(conditions));
  expect(again.body.Errors[0]?.Code).toBe('TokenConsumed');
});
