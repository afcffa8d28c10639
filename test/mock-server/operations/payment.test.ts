import { expect, it } from 'vitest';
import type { Fault } from '#contracts/fault';
import { bookingBody, createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { bookingTimeline } from '../timeline-faults.ts';

const minutes = 60_000;
const cards = { approved: '4111111111111111', declined: '4000000000000002', pending: '4000000000000077' };

/** A client that books rooms whose card is charged with DoBooking, and always pays by the same card. */
function start(card: keyof typeof cards, ...faults: Fault[]) {
  const supplier = createTestSupplier({ faults, options: { rateLimit: false } });
  const sandbox = supplier.sandboxes.require('default');
  const client = createHotelClient(supplier.fetch);
  const book = async (change: object = {}) => {
    const conditions = await client.conditions(await client.search(), {
      isWanted: room => !room.CanPayLater,
    });
    const body = JSON.stringify({ ...bookingBody(conditions), ...change }).replace(
      cards.approved,
      cards[card],
    );
    return (await client.call('hotel.doBooking', JSON.parse(body))).body;
  };
  const look = async (id: string) => {
    const { Booking } = await client.detail(id);
    return [Booking?.bookingStatus, Booking?.Payments?.map(payment => payment.PaymentStatus)];
  };
  return { sandbox, client, book, look, wait: (by: number) => sandbox.clock.advance({ by }) };
}

it('the server answers Pending while a card is pending, and confirms with its approval 10 minutes later (flow.6, poll.pending)', async () => {
  const { book, look, wait } = start('pending');
  const { BookingId, ConfirmationNumber, bookingStatus, Status } = await book();
  expect([bookingStatus, Status, ConfirmationNumber]).toEqual(['Pending', 'EM PROGRESSO', undefined]);
  wait(10 * minutes - 1);
  expect(await look(BookingId)).toEqual(['Pending', ['Pending']]);
  wait(1);
  expect(await look(BookingId)).toEqual(['CONFIRMED', ['Approved']]);
});

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
  const refused = start(
    'pending',
    bookingTimeline([
      { after: 0, status: 'pending' },
      { after: minutes, status: 'rejected' },
    ]),
  );
  const { BookingId: id } = await refused.book();
  refused.wait(minutes);
  expect(await refused.look(id)).toEqual(['Rejected', ['Declined']]);
});

it('the server settles a pending card at once where the supplier confirms at once', async () => {
  const { book, look } = start('pending', bookingTimeline([{ after: 0, status: 'confirmed' }]));
  expect(await look((await book()).BookingId)).toEqual(['CONFIRMED', ['Approved']]);
});

it.each(['rejected', 'failed'] as const)(
  'the server charges no card, and declines none, for what the supplier has %s at once (flow.4)',
  async status => {
    for (const card of ['approved', 'declined', 'pending'] as const) {
      const { book, look } = start(card, bookingTimeline([{ after: 0, status }]));
      const { BookingId, Errors } = await book();
      expect([await look(BookingId), Errors]).toEqual([
        [expect.stringMatching(/^(Rejected|FAILED)$/), []],
        [],
      ]);
    }
  },
);

it('the server books nothing when a card is declined, whatever the supplier would have done with the booking', async () => {
  const { book, look, wait } = start('declined', bookingTimeline([{ after: 0, status: 'pending' }]));
  const { BookingId, Errors } = await book();
  expect(Errors).toMatchObject([{ Code: 'PaymentDeclined' }]);
  wait(24 * 60 * minutes);
  expect(await look(BookingId)).toEqual(['FAILED', ['Declined']]);
});
