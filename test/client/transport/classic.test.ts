import { describe, expect, it } from 'vitest';
import { createClient } from '#client';
import { createMockSupplier } from '#mock-server';
import { classicProfile as profile } from '../../mock-server/classic/classic.ts';
import { guestsOf, testCriteria, testPayment } from '../../mock-server/hotel-client.ts';
import { carCriteria, tourCriteria, transferCriteria } from '../../mock-server/trip-client.ts';
import { start } from './stage.ts';

const { PaymentRequestCC1: payment } = testPayment({
  PaymentConditionId: '',
  Description: '',
  Installments: 1,
});

/** Starts a supplier and a client that both speak the profile. */
function startBoth() {
  const supplier = createMockSupplier({ clock: { mode: 'auto', start }, profile });
  const { clock, identity } = supplier.sandboxes.require('default');
  const sent: { url: string; body: string }[] = [];
  const client = createClient({
    baseUrl: 'http://classic.test',
    credential: { Username: 'demo', Password: 'demo' },
    staticToken: identity.staticToken,
    managerId: identity.managerId,
    clock,
    profile,
    fetch: (input, init) => {
      sent.push({ url: String(input), body: String(init?.body) });
      return supplier.fetch(input, init);
    },
  });
  return { client, sent };
}

describe('the reference client through the profile classic', () => {
  const adults = guestsOf({ NumAdults: 2, ChildAges: [] });
  it.each([
    ['hotel', testCriteria],
    ['car', carCriteria],
    ['transfer', transferCriteria],
    ['tour', tourCriteria],
  ] as const)('books and cancels: %s', async (product, criteria) => {
    const { client, sent } = startBoth();
    const request = {
      product,
      criteria,
      guests: adults,
      payment,
      choose: (offers: readonly { canPayLater: boolean; isPrePayment: boolean }[]) =>
        offers.find(({ canPayLater, isPrePayment }) => canPayLater && !isPrePayment),
    };
    // The four products have different types of criteria, which TypeScript cannot pair with the product here.
    const booked = await client.book(request as unknown as Parameters<typeof client.book>[0], () => true);
    expect(booked).toMatchObject({ outcome: 'confirmed' });
    if (booked.outcome !== 'confirmed') return;
    expect(await client.cancel({ bookingId: booked.bookingId })).toMatchObject({ outcome: 'cancelled' });
    const book = sent.find(({ url }) => url.endsWith('/DoBooking'));
    expect(book?.body.includes('"Driver":{')).toBe(product === 'car');
  });

  it('finds places at the path that public clients call', async () => {
    const { client, sent } = startBoth();
    const { answer } = await client.call('autocomplete', { term: 'salvador' });
    expect(answer[0]).toMatchObject({ name: 'Salvador', destinationId: '1003', hotelId: 0 });
    expect(sent[0]?.url).toMatch(/\/autocomplete\/all\/salvador\/managerid\/\d+\/token\/[^/?]+$/);
  });
});
