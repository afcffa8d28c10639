import { expect, it } from 'vitest';
import { bookingBody } from '../hotel-client.ts';
import { plans } from '../payment-client.ts';
import { until } from './raw-call.ts';
import { stage } from './stage.ts';

it('the server leaves a fault that acts through the operation for the next call when the operation refuses', async () => {
  const { sandbox, client, conditions } = await stage();
  sandbox.faults.arm('hotel.doBooking:timeline=pending,times=1');
  const refused = await client.call('hotel.doBooking', { ...bookingBody(conditions), Token: 'C0' });
  expect([refused.status, sandbox.faults.list()]).toMatchObject([400, [{ seen: 1, fired: 0 }]]);
  expect((await client.book(conditions)).bookingStatus).toBe('Pending');
  expect(sandbox.faults.list()).toMatchObject([{ seen: 2, fired: 1 }]);
});

it('the server uses up a fault that takes the place of the answer, whatever the operation would have said', async () => {
  const { sandbox, client, conditions } = await stage();
  sandbox.faults.arm('hotel.doBooking:status=503,commit=before,times=1');
  const refused = await client.call('hotel.doBooking', { ...bookingBody(conditions), Token: 'C0' });
  expect([refused.status, sandbox.faults.list()]).toMatchObject([503, [{ seen: 1, fired: 1 }]]);
});

it('the server loses the answer of a payment beside a hang that ends, and charges the card', async () => {
  const { sandbox, client } = await stage();
  const conditions = await client.conditions(undefined, { isWanted: plans.payNow });
  sandbox.faults.arm('hotel.doBooking:payment=lost', 'hotel.doBooking:hang=PT1S');
  const answer = client.call('hotel.doBooking', bookingBody(conditions));
  const lost = expect(answer).rejects.toThrow('fetch failed');
  await until(() => sandbox.clock.waits().length > 0);
  sandbox.clock.advance({ by: 1_000 });
  await lost;
  const [booking] = [...sandbox.store.list({ owner: 'demo' })];
  expect(booking?.payments).toMatchObject([{ status: 'Approved' }]);
  expect(sandbox.faults.list()).toMatchObject([{ fired: 1 }, { fired: 1 }]);
});

it('the server refuses a second fault where the first one could still match: a call that failed does not count as a match', async () => {
  const { sandbox, client } = await stage();
  sandbox.faults.arm(
    'hotel.getBookingConditions:status=503,nth=1',
    'hotel.getBookingConditions:price=10,times=1',
  );
  await client.conditions().catch(() => undefined);
  expect(sandbox.faults.list()).toMatchObject([
    { seen: 1, fired: 1 },
    { seen: 1, fired: 0 },
  ]);
  expect(() => sandbox.faults.arm('hotel.getBookingConditions:price=50')).toThrow(
    'both faults decide the price',
  );
});
