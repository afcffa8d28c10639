import { describe, expect, it } from 'vitest';
import { readEvents } from '../control/event-reader.ts';
import { bookingBody } from '../hotel-client.ts';
import { cards, offered, paymentOf, startPaying } from '../payment-client.ts';
import { expectHidden, journalText } from './masking-traces.ts';

const party = { CPF: '529.982.247-25', Email: 'carla.lima+trips@mail.example.com.br', Address: 'Rua 10' };
const code = { SecurityCode: '7391' };
/** The texts that must not show. A code of four digits can be part of an id, so the test looks for it as a whole value. */
const secrets = [party.CPF, '52998224725', party.Email, 'carla.lima', '"7391"', '\\"7391\\"'];

type Paying = ReturnType<typeof startPaying>;

/** Makes a payment, and returns every text that could show its card: the answer, the records and the reports. */
async function tracesOf(play: (paying: Paying) => Promise<{ text: string }>): Promise<string> {
  const paying = startPaying();
  const { control, supplier, sandbox, journal } = paying;
  const stream = readEvents(await control.send('streamEvents'));
  const { text } = await play(paying);
  const { number } = journal.read({ limit: 1 })[0]?.facts ?? {};
  const texts = [text, journalText(supplier), JSON.stringify(sandbox.dump())];
  for (let event = await stream.next(); event; event = await stream.next()) {
    texts.push(JSON.stringify(event));
    if (event.id === String(number)) break;
  }
  await stream.stop();
  for (const id of ['exportSandbox', 'listBookings', 'listExchanges', 'exportHar'] as const)
    texts.push(await (await control.send(id)).text());
  return texts.join('\n');
}

const pay = (CardNumber: unknown, card: object = {}, change: object = {}) =>
  tracesOf(async ({ book, client }) => {
    const { BookingId, condition } = await book('prepaid');
    const payment = paymentOf(condition, { party, card: { CardNumber, ...code, ...card } });
    return client.call('payBooking', { BookingId, ...payment, ...change });
  });

describe('a payment', () => {
  it.each(Object.entries(cards))('auth.5: leaves nothing of an %s card anywhere', async (_, number) => {
    const text = await pay(number);
    expect(text).toContain('payBooking');
    const atBooking = await tracesOf(async ({ client }) => {
      const conditions = await client.conditions(undefined, { isWanted: room => !room.CanPayLater });
      const Payment = paymentOf(offered(conditions)[0], { party, card: { CardNumber: number, ...code } });
      return client.call('hotel.doBooking', { ...bookingBody(conditions), Payment });
    });
    expectHidden(text + atBooking, [number, number.slice(0, 12), ...secrets]);
  });

  it('auth.5: leaves nothing of a card that is written in another way, or in the wrong place', async () => {
    const number = cards.approved;
    const spaced = '4111 1111 1111 1111';
    const texts = [
      await pay(Number(number)),
      await pay(spaced),
      await pay([number]),
      await pay({ digits: number }),
      await pay(number, { Holder: number, MonthExpiration: number, NumberPayments: Number(number) }),
      await pay(number, {}, { PaymentConditionId: number, BookingId: spaced, [number]: spaced }),
    ];
    for (const text of texts) expectHidden(text, [number, spaced, ...secrets]);
  });
});
