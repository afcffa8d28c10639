import fc from 'fast-check';
import { expect, it } from 'vitest';
import { limits } from '#contracts';
import type { Task } from '#contracts/scenario';
import { judge } from '#scenarios/judge';
import { anyFaults, anyUser } from '../../client/flow/any-faults.ts';
import { play } from '../../client/flow/play.ts';
import { hotelRequest } from '../../client/flow/world.ts';
import { auto, complaintsIn } from './verdicts-on.ts';

/** The task of the client in these random worlds. */
const task: Task = {
  steps: [
    {
      do: 'book',
      product: 'hotel',
      criteria: {
        destination: 'Rio de Janeiro',
        checkinDate: hotelRequest.criteria.CheckinDate,
        nights: 2,
        rooms: [{ adults: 2, childAges: [7] }],
        nationality: 'BR',
      },
      guests: hotelRequest.guests.map(guest => ({ ...guest, Age: guest.Age ?? 0 })),
      payment: hotelRequest.payment,
    },
  ],
};

const withoutBooking = ['declined-by-user', 'unavailable', 'error'];

it('flow.3, err.retry: the reference client, under any faults, books and charges at most once, tells its user the truth, and breaks no rule', async () => {
  const check = async (faults: string[], how: Parameters<typeof play>[1]) => {
    const { outcome, held, charges, said, world } = await play(faults, how);
    expect(world.sandbox.store.bookingCount).toBeLessThanOrEqual(1);
    expect(charges.filter(status => status !== 'Declined').length).toBeLessThanOrEqual(1);
    const isNamed = said.outcome === 'error' && said.bookingId !== undefined;
    if (withoutBooking.includes(outcome) && !isNamed) expect([held, said]).toEqual([[], said]);
    if (outcome === 'confirmed') expect(held).toEqual([expect.not.stringMatching('failed|rejected')]);
    const facts = world.sandbox.journal.read().map(({ facts: one }) => one);
    const closedAt = world.sandbox.clock.now() + limits.reTokenLife.value;
    const { verdicts } = judge(facts, { clock: auto, closedAt, task, result: { outcome } });
    // These clients know the id of their destination already.
    const judged = verdicts.filter(({ rule }) => rule !== 'destination-from-autocomplete');
    expect(complaintsIn(judged)).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(anyFaults, anyUser, check), { numRuns: 200, seed: 7 });
});
