import { describe, expect, it } from 'vitest';
import { plain, play } from './play.ts';
import { choosing, createWorld, hotelRequest, payment } from './world.ts';

describe('a card', () => {
  it('svc.3, field.is-prepayment, status.aguardando, ep.pay: pays what is prepaid after DoBooking', async () => {
    expect(await play([], { room: 'prepaid' })).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, pay, detail',
      charges: ['Approved'],
    });
  });

  it('svc.3: shows why a card was declined, and pays the same booking by another one', async () => {
    const { said, world, ...played } = await play(['payBooking:payment=declined,times=1'], {
      room: 'prepaid',
    });
    expect(played).toMatchObject({
      ...plain,
      outcome: 'payment-declined',
      calls: 'search, conditions, book, pay',
      held: ['awaiting-payment'],
      charges: ['Declined'],
    });
    expect(said).toMatchObject({ reasons: [{ Code: 'PaymentDeclined' }] });
    const again = await world.book({ ...hotelRequest, choose: choosing('prepaid') });
    expect(again.outcome).toBe('confirmed');
    expect(world.calls()).toBe('search, conditions, book, pay, search, detail, pay, detail');
    expect([world.held(), world.charges()]).toEqual([['confirmed'], ['Declined', 'Approved']]);
  });

  it('res.payment, res.contracting-party: sends the payer, the card and the payment condition', async () => {
    let sent: unknown;
    const tap = (url: string, body: string) => {
      if (url.endsWith('/payBooking')) sent = JSON.parse(body);
    };
    await createWorld([], { tap }).book({ ...hotelRequest, choose: choosing('prepaid') });
    expect(sent).toEqual({
      Credential: { Username: 'demo', Password: 'demo' },
      BookingId: expect.any(String),
      PaymentConditionId: expect.any(String),
      PaymentRequestCC1: payment,
    });
  });

  it('svc.3: waits for a payment that is pending', async () => {
    expect(await play(['payBooking:payment=pending'], { room: 'prepaid' })).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, pay, detail ×2',
      charges: ['Approved'],
      minutes: 10,
    });
  });

  it('svc.3: looks at the booking when the answer of a payment was lost, and pays once', async () => {
    expect(await play(['payBooking:payment=lost,times=1'], { room: 'prepaid' })).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, pay, detail',
      charges: ['Approved'],
    });
  });

  it('svc.3: pays again when half an hour later no charge shows', async () => {
    expect(await play(['payBooking:cut,times=1'], { room: 'prepaid' })).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, pay, detail ×7, pay, detail',
      charges: ['Approved'],
      minutes: 30,
    });
  });

  it('svc.3: does not send a card again that was declined while the answer was lost', async () => {
    const faults = ['payBooking:payment=declined', 'payBooking:cut,commit=before,times=1'];
    expect(await play(faults, { room: 'prepaid' })).toMatchObject({
      outcome: 'payment-declined',
      calls: 'search, conditions, book, pay, detail',
      held: ['awaiting-payment'],
      charges: ['Declined'],
      minutes: 0,
    });
  });

  it('svc.3: does not pay again what is charged twenty seconds late', async () => {
    expect(await play(['payBooking:delay=PT20S'], { room: 'prepaid' })).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, pay, detail ×2',
      charges: ['Approved'],
      minutes: 5.3,
    });
  });

  it('svc.7: asks support in the emergency channel when two answers were lost', async () => {
    const { said, ...played } = await play(['payBooking:cut'], { room: 'prepaid' });
    expect(played).toMatchObject({
      ...plain,
      outcome: 'ask-support',
      calls: 'search, conditions, book, pay, detail ×7, pay, detail ×7',
      held: ['awaiting-payment'],
      minutes: 60,
    });
    expect(said).toMatchObject({ support: { channel: 'emergency' } });
  });

  it('flow.4: treats a payment with errors as declined where no charge shows', async () => {
    expect(
      await play(['payBooking:business=CONFIRMED,errors=SupplierTimeout'], { room: 'prepaid' }),
    ).toMatchObject({
      ...plain,
      outcome: 'payment-declined',
      calls: 'search, conditions, book, pay',
      held: ['awaiting-payment'],
    });
  });

  it('flow.6, field.can-pay-later: pays with DoBooking what cannot be paid later', async () => {
    expect(await play([], { room: 'payNow' })).toMatchObject({ ...plain, charges: ['Approved'] });
  });

  it('flow.6: finds a booking that was charged and whose answer was lost', async () => {
    expect(await play(['hotel.doBooking:payment=lost,times=1'], { room: 'payNow' })).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, look-up',
      charges: ['Approved'],
    });
  });

  it('flow.6: fails where the card is declined with DoBooking', async () => {
    expect(await play(['hotel.doBooking:payment=declined'], { room: 'payNow' })).toMatchObject({
      ...plain,
      outcome: 'failed',
      calls: 'search, conditions, book',
      held: ['failed'],
      charges: ['Declined'],
    });
  });

  it.each(['prepaid', 'payNow'] as const)(
    'flow.6: books nothing that is %s for a request without a card',
    async room => {
      const world = createWorld();
      const outcome = await world.book({
        ...hotelRequest,
        payment: undefined,
        choose: choosing(room),
      });
      expect(outcome).toMatchObject({ outcome: 'error', error: { name: 'PaymentMissingError' } });
      expect(world.calls()).toBe('search, conditions');
    },
  );
});
