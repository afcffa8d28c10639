import { describe, expect, it } from 'vitest';
import { cards, offered, startPaying } from '../payment-client.ts';
import { flatProducts } from '../trip-client.ts';

const minutes = 60_000;

describe('a prepaid booking', () => {
  it('svc.3, ep.pay, res.payment: waits for payBooking, and is confirmed and shown as paid by it (status.aguardando)', async () => {
    const { book, pay, look } = startPaying();
    const booked = await book('prepaid');
    expect([booked.bookingStatus, booked.Status]).toEqual(['PENDING', 'AGUARDANDO PAGAMENTO']);
    const { status, body } = await pay(booked);
    const { BookingId, TotalSellingPrice: Amount } = booked;
    const words = { PaymentStatus: 'Approved', bookingStatus: 'CONFIRMED', Status: 'CONFIRMADO' };
    const TimeSpan = '2026-11-20 10:00:00';
    expect([status, body]).toEqual([200, { BookingId, ...words, TimeSpan, Errors: [] }]);
    const paid = await look(BookingId);
    const ConfirmationNumber = expect.stringMatching(/^HCN\d+$/);
    expect(paid).toMatchObject({ bookingStatus: 'CONFIRMED', ConfirmationNumber, Invoice: { Amount } });
    expect(paid.Services).toMatchObject([{ Voucher: {} }]);
    const { PaymentConditionId } = booked.condition;
    const payment = { PaymentConditionId, Amount, PaymentStatus: 'Approved', PaidAt: TimeSpan };
    expect(paid.Payments).toEqual([payment]);
  });

  it('err.200: keeps waiting when the card is declined, says why, and can be paid by another one', async () => {
    const { book, pay, look, paymentsOf, client } = startPaying();
    const booked = await book('prepaid');
    const { status, body } = await pay(booked, 'declined');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      PaymentStatus: 'Declined',
      bookingStatus: 'PENDING',
      Status: 'AGUARDANDO PAGAMENTO',
      Errors: [{ Code: 'PaymentDeclined', Message: 'the card was declined: the issuer refused the card' }],
    });
    expect(await look(booked.BookingId)).toMatchObject({ Status: 'AGUARDANDO PAGAMENTO', Errors: [] });
    expect((await pay(booked)).body.PaymentStatus).toBe('Approved');
    expect(await paymentsOf(booked.BookingId)).toEqual(['Declined', 'Approved']);
    expect((await client.list()).Bookings[0]?.bookingStatus).toBe('CONFIRMED');
  });

  it('poll.pending: is Pending while the card is, and confirmed 10 minutes later, at the next look', async () => {
    const { book, pay, look, paymentsOf, wait, client } = startPaying();
    const booked = await book('prepaid');
    wait(3 * minutes);
    const { body } = await pay(booked, 'pending');
    expect(body).toMatchObject({ PaymentStatus: 'Pending', bookingStatus: 'Pending', Errors: [] });
    expect(wait(10 * minutes - 1).fired).toEqual([]);
    expect((await look(booked.BookingId)).ConfirmationNumber).toBeUndefined();
    expect(await paymentsOf(booked.BookingId)).toEqual(['Pending']);
    expect(wait(1).fired).toMatchObject([{ from: 'pending', to: 'confirmed' }]);
    expect((await client.list()).Bookings[0]?.bookingStatus).toBe('Pending');
    expect(await look(booked.BookingId)).toMatchObject({
      bookingStatus: 'CONFIRMED',
      ConfirmationNumber: expect.stringMatching(/^HCN/),
      Payments: [{ PaymentStatus: 'Approved' }],
    });
  });

  it('can no longer be paid when its date has passed, and nothing is charged then', async () => {
    const { book, pay, look, sandbox } = startPaying();
    const booked = await book('prepaid');
    sandbox.clock.advance({ to: Date.parse('2026-12-11T10:00:00Z') });
    const late = await pay(booked);
    expect([late.status, late.body.Errors[0]?.Code]).toEqual([400, 'BookingClosed']);
    expect((await look(booked.BookingId)).Payments).toEqual([]);
  });

  it('can be paid as long as it waits, by as many instalments as its condition has', async () => {
    const { book, pay, wait, paymentsOf } = startPaying();
    const booked = await book('prepaid');
    wait(13 * 24 * 60 * minutes);
    const [, threefold = booked.condition] = offered(booked.conditions);
    expect((await pay({ ...booked, condition: threefold })).body.PaymentStatus).toBe('Approved');
    expect(await paymentsOf(booked.BookingId)).toEqual(['Approved']);
  });
});

describe('a PaymentConditionId', () => {
  it('res.payment: says which service of a trip is paid, whatever comes first', async () => {
    const { book, pay, look, client } = startPaying();
    const first = await book('prepaid');
    const search = await client.search({ CheckinDate: '2026-12-12', CheckoutDate: '2026-12-14' });
    const conditions = await client.conditions(search, { isWanted: room => room.IsPrePayment });
    const { BookingId } = await client.book(conditions, { BookingId: first.BookingId });
    const [condition] = offered(conditions);
    expect((await pay({ BookingId, condition })).body.bookingStatus).toBe('CONFIRMED');
    const trip = await look(BookingId);
    expect(trip.Services.map(service => service.Status)).toEqual(['AGUARDANDO PAGAMENTO', 'CONFIRMADO']);
    expect(trip.Payments).toMatchObject([{ Amount: trip.Services[1]?.TotalSellingPrice }]);
    expect(trip.Status).toBe('AGUARDANDO PAGAMENTO');
  });

  it.each(flatProducts)('svc.3: of a prepaid %s in a trip pays that, under no other id', async product => {
    const { client, book, pay, look } = startPaying();
    const { BookingId, condition: stay } = await book('prepaid');
    const found = await client.find(product);
    const offer = found.offers.find(({ IsPrePayment }) => IsPrePayment);
    const { PaymentConditions: [condition = stay] = [] } = await client.validate(product, found, offer);
    await client.bookService(product, { isWanted: one => one.IsPrePayment, change: { BookingId } });
    const { body } = await pay({ BookingId, condition });
    expect(body).toMatchObject({ PaymentStatus: 'Approved', bookingStatus: 'CONFIRMED' });
    const { Services } = await look(BookingId);
    expect(Services.map(({ ServiceType, Status }) => [ServiceType, Status])).toEqual([
      ['hotel', 'AGUARDANDO PAGAMENTO'],
      [product, 'CONFIRMADO'],
    ]);
    expect((await pay({ BookingId, condition })).status).toBe(400);
  });

  it('of two equal services pays the first unpaid one, and counts a declined one as unpaid', async () => {
    const { sandbox, book, pay, look } = startPaying();
    const booked = await book('prepaid');
    const { BookingId } = booked;
    await book('prepaid', { BookingId });
    const statuses = async () => (await look(BookingId)).Services.map(service => service.Status);
    await pay(booked, 'declined');
    await pay(booked);
    expect(await statuses()).toEqual(['CONFIRMADO', 'AGUARDANDO PAGAMENTO']);
    await pay(booked, 'pending');
    expect(await statuses()).toEqual(['CONFIRMADO', 'EM PROGRESSO']);
    expect(sandbox.store.booking(BookingId)?.payments.map(({ serviceId }) => serviceId)).toEqual(
      [1, 1, 2].map(number => `${BookingId}0${number}`),
    );
    expect((await pay(booked)).status).toBe(400);
  });
});

describe('the card of a payment', () => {
  it.each(['prepaid', 'payNow'] as const)(
    'auth.5, flow.4: that is not a test card is declined for a %s room, and no part of its number is returned',
    async plan => {
      const { book, pay } = startPaying();
      const booked = await book(plan, {}, { card: { CardNumber: cards.unknown } });
      const { Errors } = plan === 'prepaid' ? (await pay(booked, 'unknown')).body : booked;
      const Message = expect.stringContaining('approves only test cards');
      expect(Errors).toMatchObject([{ Code: 'PaymentDeclined', Message }]);
      expect(JSON.stringify(Errors)).not.toMatch(/4539|1486/);
    },
  );

  it.each([
    ['the day before its last', '2026-11-29T23:59:59Z', '11', '2026', 'Approved'],
    ['the last instant of its month', '2026-11-30T23:59:59.999Z', '11', '26', 'Approved'],
    ['the first instant after its month', '2026-12-01T00:00:00Z', '11', '2026', 'Declined'],
    ['a year later', '2026-11-20T10:00:00Z', '11', '25', 'Declined'],
  ])('is good until its month is over: %s', async (_, now, MonthExpiration, YearExpiration, expected) => {
    const { book, pay } = startPaying({ clock: { mode: 'manual', start: Date.parse(now) } });
    const booked = await book('prepaid');
    const { body } = await pay(booked, 'approved', { card: { MonthExpiration, YearExpiration } });
    expect(body.PaymentStatus).toBe(expected);
    if (expected === 'Declined')
      expect(body.Errors[0]?.Message).toBe('the card was declined: the card has expired');
  });
});
