import { expect, it } from 'vitest';
import { cards, startPaying } from '../payment-client.ts';

const minutes = 60_000;

/** A client that books rooms whose card is charged with DoBooking, and always pays by the same card. */
function start(card: 'approved' | 'declined' | 'pending', ...faults: string[]) {
  const paying = startPaying({ faults });
  const book = (change = {}) => paying.book('payNow', change, { card: { CardNumber: cards[card] } });
  const look = async (id: string) => {
    const { bookingStatus, Payments } = await paying.look(id);
    return [bookingStatus, Payments.map(payment => payment.PaymentStatus)];
  };
  return { ...paying, book, look };
}

it('the server settles a pending card with the service it pays for, and no other one', async () => {
  const { book, look, wait } = start('pending');
  const { BookingId } = await book();
  wait(5 * minutes);
  await book({ BookingId });
  wait(5 * minutes);
  expect((await look(BookingId))[1]).toEqual(['Approved', 'Pending']);
  wait(5 * minutes);
  expect((await look(BookingId))[1]).toEqual(['Approved', 'Approved']);
});

it('the server does not charge a pending card for a booking that is cancelled or refused in the meantime', async () => {
  const { book, client, look, wait } = start('pending');
  const { BookingId } = await book();
  await client.cancel(BookingId);
  wait(10 * minutes);
  expect(await look(BookingId)).toEqual(['Cancelled', ['Declined']]);
  const refused = start('pending', 'hotel.doBooking:timeline=pending;rejected@PT1M');
  const { BookingId: id } = await refused.book();
  refused.wait(minutes);
  expect(await refused.look(id)).toEqual(['Rejected', ['Declined']]);
});

it('the server settles a pending card at once where the supplier confirms at once', async () => {
  const { book, look } = start('pending', 'hotel.doBooking:timeline=confirmed');
  expect(await look((await book()).BookingId)).toEqual(['CONFIRMED', ['Approved']]);
});

const refusals = ['rejected', 'failed'] as const;
it.each(refusals)('the server charges and declines no card for what is %s at once (flow.4)', async status => {
  for (const card of ['approved', 'declined', 'pending'] as const) {
    const { book, look } = start(card, `hotel.doBooking:timeline=${status}`);
    const { BookingId, Errors } = await book();
    expect(await look(BookingId)).toEqual([expect.stringMatching(/^(Rejected|FAILED)$/), []]);
    expect(Errors).toEqual([]);
  }
});

it('the server books nothing when a card is declined, whatever the supplier would have done with the booking', async () => {
  const { book, look, wait } = start('declined', 'hotel.doBooking:timeline=pending');
  const { BookingId, Errors } = await book();
  expect(Errors).toMatchObject([{ Code: 'PaymentDeclined' }]);
  wait(24 * 60 * minutes);
  expect(await look(BookingId)).toEqual(['FAILED', ['Declined']]);
});
