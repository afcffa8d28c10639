import { describe, expect, it } from 'vitest';
import { createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { createControlClient } from './control-client.ts';

const card = '4539578763621486';
const email = 'carla.lima@example.com';
const key = '4d0ff7a1-1111-4111-8111-111111111111';

describe('a card number and an e-mail in an ExternalReference', () => {
  it('auth.5: show neither in the bookings of the control API nor in an export, which can be imported again', async () => {
    const supplier = createTestSupplier({ options: { idempotency: 'honoured' } });
    const client = createHotelClient(supplier.fetch);
    const control = createControlClient(supplier.fetch);
    const booked = await client.book(
      await client.conditions(),
      { ExternalReference: `${card} of ${email}` },
      { headers: { 'idempotency-key': key } },
    );
    const { BookingId: bookingId } = booked;
    const answers = [
      await control.send('listBookings'),
      await control.send('getBooking', { bookingId }),
      await control.send('exportSandbox'),
    ];
    const texts = await Promise.all(answers.map(answer => answer.text()));
    for (const text of texts) {
      expect(text).toContain('9999999999999999 of aaaaa.aaaa@aaaaaaa.aaa');
      expect(text).not.toMatch(new RegExp(`${card}|${email}`));
    }
    const file: unknown = JSON.parse(texts[2] ?? '');
    const { status } = await control.send('importSandbox', { query: '?id=copy', body: file });
    expect(status).toBe(201);
    expect((await client.detail(bookingId)).Booking?.Services[0]?.ExternalReference).toContain(card);
  });
});
