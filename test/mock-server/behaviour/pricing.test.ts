import { expect, it } from 'vitest';
import type { Selection } from '#mock-server/inventory/quote';
import { bookingBody, createHotelClient, createTestSupplier } from '../hotel-client.ts';

/** A client, and every selection that its supplier priced. */
function start() {
  const supplier = createTestSupplier();
  const sandbox = supplier.sandboxes.require('default');
  const priced: Selection[] = [];
  const { hotel } = sandbox.inventories;
  sandbox.inventories.hotel = {
    ...hotel,
    quote(criteria, selection) {
      priced.push(selection);
      return hotel.quote(criteria, selection);
    },
  };
  return { client: createHotelClient(supplier.fetch), sandbox, priced };
}

it('prices a selection once for its conditions, and once when it is booked', async () => {
  const { client, priced } = start();
  const conditions = await client.conditions();
  expect(priced).toHaveLength(1);
  await client.book(conditions);
  expect(priced).toHaveLength(2);
});

it('books for the service date of the conditions (date.local)', async () => {
  const { client, sandbox, priced } = start();
  const conditions = await client.conditions();
  const { tokens, clock } = sandbox;
  const known = tokens.conditions(conditions.Token ?? '', {
    owner: 'demo',
    product: 'hotel',
    now: clock.now(),
  });
  const Token = tokens.issueConditions({ ...known, serviceDate: '2026-12-11' });
  await client.book({ ...conditions, Token });
  expect(priced.at(-1)).toMatchObject({ item: known.item, serviceDate: '2026-12-11' });
  const { body } = await client.call('hotel.doBooking', bookingBody(conditions));
  expect(body.bookingStatus).toBe('CONFIRMED');
  expect(priced.at(-1)).not.toHaveProperty('serviceDate');
});
