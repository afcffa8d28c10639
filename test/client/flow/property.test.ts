import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Facts } from '#contracts/exchange';
import { anyFaults, anyUser } from './any-faults.ts';
import { play } from './play.ts';
import { minute } from './world.ts';

const outcomes = [
  'confirmed',
  'pending',
  'rejected',
  'failed',
  'expired',
  'payment-declined',
  'declined-by-user',
  'unavailable',
  'ask-support',
  'error',
];
const withoutBooking = ['declined-by-user', 'unavailable', 'error'];

const isBook = ({ operation }: Facts) => operation === 'hotel.doBooking';
const isLookUp = ({ operation }: Facts) => operation === 'getBooking' || operation === 'getBookingDetail';
const isRefusedFirst = ({ status }: Facts) => status === 429;
const names = (list: readonly Facts[]) =>
  list.map(({ number, operation, opened, status, faults }) => ({
    number,
    operation,
    at: opened.at,
    status,
    faults,
  }));

/** Returns the milliseconds from an instant to a call. */
const since = (instant: Facts['answered'], { opened }: Facts): number => opened.at - (instant?.at ?? 0);

/** Returns the calls that directly follow a call of the same operation. */
function inARow(sent: readonly Facts[]): Facts[][] {
  const rows: Facts[][] = [];
  for (const one of sent) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    const goesOn = last && last.operation === one.operation && since(last.opened, one) < 2 * minute;
    if (goesOn) row?.push(one);
    else rows.push([one]);
  }
  return rows;
}

/** Returns the DoBookings that follow another one without a look-up, although that one may have booked. */
function blind(sent: readonly Facts[]): Facts[] {
  return sent.filter((one, index) => {
    if (!isBook(one)) return false;
    const before = sent.slice(0, index);
    const last = before.findLastIndex(isBook);
    const earlier = before[last];
    return earlier !== undefined && !isRefusedFirst(earlier) && !before.slice(last).some(isLookUp);
  });
}

/** Returns the Tokens that were sent again, unless the first call was refused at once. */
const spentAgain = (sent: readonly Facts[]): Facts[] =>
  sent.filter(({ request: { token }, number }) =>
    token === undefined
      ? false
      : sent.some(other => other.number < number && other.request.token === token && !isRefusedFirst(other)),
  );

/** Returns the DoBookings with conditions older than five minutes. */
const stale = (sent: readonly Facts[]): Facts[] =>
  sent.filter(one => {
    const given = sent.find(({ answer }) => answer.token !== undefined && answer.token === one.request.token);
    return isBook(one) && since(given?.answered, one) >= 5 * minute;
  });

/** A look-up that is sent in time can be answered late, after five attempts and the waits between them. */
const repeating = 2 * minute;

/** Returns the look-ups of a booking less than five minutes after an answered one, with nothing in between. */
const hasty = (sent: readonly Facts[]): Facts[] =>
  sent.filter((one, index) => {
    const before = sent[index - 1];
    const isSame = before !== undefined && isLookUp(one) && before.operation === one.operation;
    const isAnswered = before?.status === 200 && !before.faults;
    return isSame && isAnswered && since(before.opened, one) < 5 * minute - repeating;
  });

describe('the client, under any faults,', () => {
  it('flow.3, err.retry: ends with an outcome, books and charges once, and sends nothing blindly or too often', async () => {
    const check = async (faults: string[], how: Parameters<typeof play>[1]) => {
      const { outcome, held, charges, said, world } = await play(faults, how);
      const sent = world.sandbox.journal.read().map(({ facts }) => facts);
      expect(outcomes).toContain(outcome);
      expect(world.sandbox.store.bookingCount).toBeLessThanOrEqual(1);
      expect(charges.filter(status => status !== 'Declined').length).toBeLessThanOrEqual(1);
      const isNamed = said.outcome === 'error' && said.bookingId !== undefined;
      if (withoutBooking.includes(outcome) && !isNamed) expect([held, said]).toEqual([[], said]);
      if (outcome === 'confirmed') expect(held).toEqual([expect.not.stringMatching('failed|rejected')]);
      expect(
        inARow(sent)
          .filter(row => row.length > 5)
          .map(names),
      ).toEqual([]);
      for (const wrong of [blind, spentAgain, stale, hasty])
        expect([wrong.name, names(wrong(sent))]).toEqual([wrong.name, []]);
    };
    await fc.assert(fc.asyncProperty(anyFaults, anyUser, check), { numRuns: 300, seed: 5 });
  });
});
