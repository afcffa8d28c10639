import { expect, it } from 'vitest';
import { bookingBody } from '../hotel-client.ts';
import { plans } from '../payment-client.ts';
import { until } from './raw-call.ts';
import { stage } from './stage.ts';

it.each([
  ['leaves a fault that acts through the operation for the next call', 'timeline=pending', 400, 0],
  ['uses up a fault that takes the place of the answer', 'status=503,commit=before', 503, 1],
])('the server %s when the operation refuses', async (_, fault, status, fired) => {
  const { arm, faults, client, conditions } = await stage();
  arm(`${fault},times=1`);
  const refused = await client.call('hotel.doBooking', { ...bookingBody(conditions), Token: 'C0' });
  expect([refused.status, faults.list()]).toMatchObject([status, [{ seen: 1, fired }]]);
  expect((await client.book(conditions)).bookingStatus).toBe(fired === 0 ? 'Pending' : 'CONFIRMED');
  expect(faults.list()).toMatchObject([{ fired: 1 }]);
});

it('the server loses the answer of a payment beside a hang that ends, and charges the card', async () => {
  const { arm, sandbox, client, clock, faults } = await stage();
  const conditions = await client.conditions(undefined, { isWanted: plans.payNow });
  arm('payment=lost', 'hang=PT1S');
  const answer = client.call('hotel.doBooking', bookingBody(conditions));
  const lost = expect(answer).rejects.toThrow('fetch failed');
  await until(() => clock.waits().length > 0);
  clock.advance({ by: 1_000 });
  await lost;
  const [booking] = [...sandbox.store.list({ owner: 'demo' })];
  expect(booking?.payments).toMatchObject([{ status: 'Approved' }]);
  expect(faults.list()).toMatchObject([{ fired: 1 }, { fired: 1 }]);
});

it('the server refuses a second fault where the first one could still match: a call that failed does not count as a match', async () => {
  const { faults, client } = await stage();
  const operation = 'hotel.getBookingConditions';
  faults.arm(`${operation}:status=503,nth=1`, `${operation}:price=10,times=1`);
  await client.conditions().catch(() => undefined);
  expect(faults.list()).toMatchObject([
    { seen: 1, fired: 1 },
    { seen: 1, fired: 0 },
  ]);
  expect(() => faults.arm(`${operation}:price=50`)).toThrow('both faults decide the price');
});
