import { describe, expect, it } from 'vitest';
import { parseFault } from '#contracts/fault';
import { refusalOf } from '../../contracts/fault/refusal-of.ts';
import { stage } from './stage.ts';

describe('the fault "field"', () => {
  it.each([
    ['bookingStatus,change=wrong-type', { bookingStatus: 0 }],
    ['bookingStatus,change=unknown-word', { bookingStatus: 'NewWord', Status: 'CONFIRMADO' }],
    ['BookingId,change=wrong-type', { BookingId: expect.any(Number) }],
    ['TotalSellingPrice,change=wrong-type', { TotalSellingPrice: '' }],
    ['NumberOfNights,change=wrong-type', { Services: [{ NumberOfNights: expect.any(String) }] }],
  ])('books, and answers a DoBooking with field=%s', async (parameters, expected) => {
    const { arm, book, bookings, last } = await stage();
    arm(`field=${parameters}`);
    const answer = await book();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject(expected);
    expect(bookings()).toBe(1);
    expect(last()).toMatchObject({ status: 200, faults: [{ kind: 'field' }] });
  });

  it('leaves out the field in the booking and in its services', async () => {
    const { arm, book } = await stage();
    arm('field=Status,change=missing');
    const answer = await (await book()).text();
    expect(answer).toContain('"bookingStatus":"CONFIRMED"');
    expect(answer).not.toContain('"Status"');
  });

  it('changes one answer, and not the booking at the supplier', async () => {
    const { sandbox, client, conditions } = await stage();
    sandbox.faults.arm('getBookingDetail:field=bookingStatus,change=unknown-word,nth=1');
    const { BookingId } = await client.book(conditions);
    expect([await client.detail(BookingId), await client.detail(BookingId)]).toMatchObject([
      { Booking: { bookingStatus: 'NewWord' } },
      { Booking: { bookingStatus: 'CONFIRMED' } },
    ]);
  });

  it.each([
    ['hotel.doBooking:field=Bookingid,change=missing', '"field" acts on every operation except Search'],
    ['hotel.search:field=Token,change=missing', '"field" acts on every operation except Search'],
    ['hotel.doBooking:field=BookingId,change=unknown-word', 'if the contract lists the words of the field'],
    ['hotel.doBooking:field=BookingId,change=other', 'expected one of missing, wrong-type, unknown-word'],
    ['hotel.doBooking:field=BookingId', 'expected one of missing, wrong-type, unknown-word'],
  ])('is refused: %s', (text, message) => {
    expect(refusalOf(() => parseFault(text))).toMatchObject([{ message: expect.stringContaining(message) }]);
  });
});
