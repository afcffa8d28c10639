import { describe, expect, it } from 'vitest';
import { plain, play } from './play.ts';
import { choosing, createWorld, hotelRequest, payment, prepaid } from './world.ts';

describe('a card', () => {
  it('svc.3: shows why a card was declined, and pays the same booking by another one', async () => {
    const { world, ...played } = await play(['payBooking:payment=declined,times=1'], { room: 'prepaid' });
    expect(played).toMatchObject({
      ...plain,
      outcome: 'payment-declined',
      calls: 'search, conditions, book, pay',
      held: ['awaiting-payment'],
      charges: ['Declined'],
      said: { reasons: [{ Code: 'PaymentDeclined' }] },
    });
    expect((await world.book(prepaid)).outcome).toBe('confirmed');
    expect(world.calls()).toBe('search, conditions, book, pay, search, detail, pay, detail');
    expect([world.held(), world.charges()]).toEqual([['confirmed'], ['Declined', 'Approved']]);
  });

  it('res.payment, res.contracting-party: sends the payer, the card and the payment condition', async () => {
    let sent: unknown;
    const tap = (url: string, body: string) => {
      if (url.endsWith('/payBooking')) sent = JSON.parse(body);
    };
    await createWorld([], { tap }).book(prepaid);
    expect(sent).toEqual({
      Credential: { Username: 'demo', Password: 'demo' },
      BookingId: expect.any(String),
      PaymentConditionId: expect.any(String),
      PaymentRequestCC1: payment,
    });
  });

  it.each(['prepaid', 'payNow'] as const)(
    'flow.6: books nothing that is %s for a request without a card',
    async room => {
      const world = createWorld();
      const outcome = await world.book({ ...hotelRequest, payment: undefined, choose: choosing(room) });
      expect(outcome).toMatchObject({ outcome: 'error', error: { name: 'PaymentMissingError' } });
      expect(world.calls()).toBe('search, conditions');
    },
  );
});
