import { describe, expect, it } from 'vitest';
import { limits } from '#contracts';
import { brief } from '../pipeline/exchange-of.ts';
import {
  carCriteria,
  flatProducts,
  isEasy,
  type Offer,
  selectionOf,
  startTrips as start,
  twoAdults,
} from '../trip-client.ts';

it.each(flatProducts)(
  'svc.1, svc.2: a %s is searched, validated, booked, looked up and cancelled',
  async product => {
    const { client } = start();
    const booked = await client.bookService(product, { change: { ExternalReference: 'trip-1' } });
    expect(booked).toMatchObject({ bookingStatus: 'CONFIRMED', Status: 'CONFIRMADO', Errors: [] });
    expect(booked.ConfirmationNumber).toMatch(/^CN\d{7}$/);
    const { BookingId, Services } = booked;
    const { Booking } = await client.detail(BookingId);
    expect(Booking?.Services).toEqual(Services);
    expect(Services[0]).toMatchObject({ ServiceType: product, Voucher: { HolderName: 'Ana Silva' } });
    const { Bookings } = await client.list({ ServiceTypes: [product], ExternalReference: 'trip-1' });
    expect(Bookings.map(entry => entry.BookingId)).toEqual([BookingId]);
    const { ServiceId } = Services[0] ?? {};
    const cancelled = await client.call(`${product}.cancelByService`, { BookingId, ServiceId });
    expect([cancelled.status, cancelled.body.bookingStatus]).toEqual([200, 'Cancelled']);
  },
);

describe('a trip', () => {
  it('res.booking-id, svc.2: of hotel, transfer and tour stays booked when one service of it is cancelled', async () => {
    const { client } = start();
    const { BookingId } = await client.book();
    const transfer = await client.bookService('transfer', { change: { BookingId } });
    const tour = await client.bookService('tour', { change: { BookingId } });
    expect([transfer.BookingId, tour.BookingId]).toEqual([BookingId, BookingId]);
    const { ServiceId } = transfer.Services[0] ?? {};
    const { body } = await client.call('transfer.cancelByService', { BookingId, ServiceId });
    expect(body).toMatchObject({ BookingId, bookingStatus: 'Cancelled', Status: 'CANCELADO' });
    const { Booking } = await client.detail(BookingId);
    expect(Booking).toMatchObject({ bookingStatus: 'CONFIRMED', Status: 'CONFIRMADO' });
    const services = Booking?.Services ?? [];
    const shown = services.map(({ ServiceType, bookingStatus }) => `${ServiceType} ${bookingStatus}`);
    expect(shown).toEqual(['hotel CONFIRMED', 'transfer Cancelled', 'tour CONFIRMED']);
    const standing = services.filter(entry => entry.ServiceType !== 'transfer');
    const billed = standing.reduce((sum, entry) => sum + entry.TotalSellingPrice.Value, 0);
    expect(Booking?.TotalSellingPrice.Value).toBeCloseTo(billed, 2);
    expect(Booking?.Invoice?.Amount.Value).toBeCloseTo(billed, 2);
    expect((await client.cancel(BookingId)).bookingStatus).toBe('Cancelled');
    const after = (await client.detail(BookingId)).Booking?.Services ?? [];
    expect(new Set(after.map(entry => entry.bookingStatus))).toEqual(new Set(['Cancelled']));
  });

  it('res.booking-id: has ids that a client can read as signed numbers of 32 bits, also with the most services, and no service more', async () => {
    const { client } = start();
    const { BookingId } = await client.bookService('tour');
    const more = () => client.bookService('tour', { change: { BookingId } });
    for (let count = 1; count < limits.servicesPerBooking.value; count += 1) await more();
    const services = (await client.detail(BookingId)).Booking?.Services ?? [];
    expect(services).toHaveLength(99);
    for (const id of [BookingId, ...services.map(({ ServiceId }) => ServiceId)])
      expect([id, String(Number(id) | 0)]).toEqual([expect.stringMatching(/^\d{7,9}$/), id]);
    await expect(more()).rejects.toThrow(/answered 400: .*has 99 services, the maximum/);
    const { ServiceId } = services.at(-1) ?? {};
    const { body } = await client.call('tour.cancelByService', { ServiceId } as never); // found without its booking
    expect(body).toMatchObject({ BookingId });
  });

  it('shows the first undecided service, then a confirmed one; DoBooking shows that of the service just booked', async () => {
    const { clock, client } = start();
    const { BookingId } = await client.book();
    const onRequest = (offer: Offer) => offer.RestrictionType === 'OnRequest';
    const tour = await client.bookService('tour', { isWanted: onRequest, change: { BookingId } });
    expect([tour.bookingStatus, tour.Status]).toEqual(['OnRequest', 'EM PROGRESSO']);
    const waiting = await client.detail(BookingId);
    expect([waiting.Booking?.bookingStatus, waiting.Booking?.Status]).toEqual(['PENDING', 'EM PROGRESSO']);
    clock.advance({ by: 20 * 60_000 });
    expect((await client.detail(BookingId)).Booking?.bookingStatus).toBe('CONFIRMED');
  });

  it('res.list-criteria: is listed by CheckinDate for its stays, by service date for all of it', async () => {
    const { client } = start();
    const { BookingId: stay } = await client.book();
    const { BookingId: tour } = await client.bookService('tour');
    const ids = async (criteria: object) =>
      (await client.list(criteria)).Bookings.map(entry => entry.BookingId).sort();
    expect(await ids({ CheckinDateFrom: '2026-12-10', CheckinDateTo: '2026-12-10' })).toEqual([stay]);
    const day = { InitialServiceDate: '2026-12-10', FinalServiceDate: '2026-12-10' };
    expect(await ids(day)).toEqual([stay, tour].sort());
  });

  it('flow.3: shows the reference of each service that the client sent, so that a lost answer is found again', async () => {
    const { client } = start();
    const { BookingId } = await client.book(undefined, { ExternalReference: 'trip-A' });
    await client.bookService('tour', { change: { BookingId, ExternalReference: 'tour-B' } });
    const { body } = await client.call('getBooking', { ExternalReference: 'tour-B' });
    expect(body.Booking?.ExternalReference).toBe('trip-A');
    expect((await client.list({ ExternalReference: 'tour-B' })).Bookings).toMatchObject([{ BookingId }]);
    expect(body.Booking?.Services.map(entry => entry.ExternalReference)).toEqual(['trip-A', 'tour-B']);
    expect((await client.call('getBooking', { BookingId, ExternalReference: 'tour-B' })).status).toBe(200);
    const other = await client.call('getBooking', { BookingId, ExternalReference: 'tour-C' });
    expect(brief(other)).toBe('400 InvalidRequest ExternalReference');
  });

  it('is billed for confirmed services and for the penalties of cancelled ones (res.booking)', async () => {
    const { clock, client } = start();
    const hotel = await client.book();
    const { BookingId } = hotel;
    const tour = await client.bookService('tour', { change: { BookingId } });
    clock.advance({ to: Date.parse('2026-12-08T15:00:00Z') });
    const { ServiceId } = tour.Services[0] ?? {};
    const { body } = await client.call('tour.cancelByService', { BookingId, ServiceId });
    const { Booking } = await client.detail(BookingId);
    expect(Booking?.TotalSellingPrice).toEqual(hotel.TotalSellingPrice);
    const Value = Math.round((hotel.TotalSellingPrice.Value + (body.Penalty?.Value ?? 0)) * 100) / 100;
    expect(Booking?.Invoice).toEqual({
      Number: `I-${BookingId}`,
      Amount: { Value, Currency: 'BRL' },
      IssuedAt: '2026-12-08 15:00:00',
    });
  });

  it('flow.6: charges the card of a transfer that cannot be paid later', async () => {
    const { client } = start();
    const saver = (offer: Offer) => !offer.CanPayLater;
    const booked = await client.bookService('transfer', { isWanted: saver });
    expect(booked.bookingStatus).toBe('CONFIRMED');
    const { Booking } = await client.detail(booked.BookingId);
    const payment = { PaymentStatus: 'Approved', Amount: booked.TotalSellingPrice };
    expect(Booking?.Payments).toMatchObject([payment]);
  });

  it.each(['car', 'transfer'] as const)('status.rejeitado: a %s that has left is rejected', async product => {
    const { clock, client } = start();
    const today = { Date: '2026-11-20', Time: '10:20' };
    const criteria =
      product === 'car'
        ? { Pickup: { ...carCriteria.Pickup, ...today } }
        : { ServiceDate: today.Date, Time: today.Time };
    const [first, second] = [await client.find(product, criteria), await client.find(product, criteria)];
    const conditions = await client.validate(product, first);
    const offer = first.offers.find(isEasy) ?? expect.fail('no offers');
    clock.advance({ by: 21 * 60_000 });
    expect((await client.validate(product, second)).Errors[0]?.Code).toBe('RoomUnavailable');
    const order = { Token: conditions.Token, BookingId: '0', ...selectionOf(offer), Paxs: twoAdults };
    const { body } = await client.call(`${product}.doBooking`, order);
    expect([body.bookingStatus, body.Errors[0]?.Code]).toEqual(['Rejected', 'RoomUnavailable']);
  });
});
