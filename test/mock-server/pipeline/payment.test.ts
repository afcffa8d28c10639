import { describe, expect, it } from 'vitest';
import { bookingBody, createHotelClient } from '../hotel-client.ts';
import { cards, offered, type PaymentChange, paymentOf, startPaying } from '../payment-client.ts';
import { effects, lastEntry, refusedBy } from './exchange-of.ts';

const minutes = 60_000;
const credential = { Username: 'anna', Password: 'anna-password' };
const cardField = (name: string) => `PaymentRequestCC1.CreditCard.${name}`;
const partyField = (name: string) => `PaymentRequestCC1.ContractingParty.${name}`;

/** A client that checks that refused payments change nothing. */
function start(...faults: string[]) {
  const paying = startPaying({ faults, credentials: [credential] });
  const refused = (body: object, status?: number) =>
    refusedBy(paying.supplier, paying.client, 'payBooking', body, status);
  return { ...paying, refused };
}

type Booked = Awaited<ReturnType<ReturnType<typeof start>['book']>>;
const bodyFor = (
  { BookingId, condition }: Pick<Booked, 'BookingId' | 'condition'>,
  change: PaymentChange = {},
) => ({ BookingId, ...paymentOf(condition, change) });

describe('a booking that is paid', () => {
  it('is not charged again, and the refusal says when and how it was paid', async () => {
    const { book, pay, wait, refused, paymentsOf } = start();
    const booked = await book('prepaid');
    await pay(booked);
    wait(90 * minutes);
    const errors = await refused(bodyFor(booked, { card: { CardNumber: cards.pending } }));
    const { Value, Currency } = booked.TotalSellingPrice;
    const how = `${Value} ${Currency} under "${booked.condition.PaymentConditionId}", card ending in 1111`;
    const Message = `BookingId: service ${booked.BookingId}01 was paid at 2026-11-20 10:00:00 UTC (${how}); nothing was charged again`;
    expect(errors).toEqual([{ Code: 'InvalidRequest', Field: 'BookingId', Message }]);
    expect(await paymentsOf(booked.BookingId)).toEqual(['Approved']);
  });

  it.each(['prepaid', 'payLater'] as const)('is not charged again with a pending card: %s', async plan => {
    const { book, pay, wait, refused, paymentsOf } = start();
    const booked = await book(plan);
    await pay(booked, 'pending');
    wait(9 * minutes);
    const Message = expect.stringMatching(/has a payment pending since 2026-11-20 10:00:00 UTC \(.*0077\)/);
    expect(await refused(bodyFor(booked))).toMatchObject([{ Field: 'BookingId', Message }]);
    wait(minutes);
    expect((await refused(bodyFor(booked)))[0]?.Message).toContain('was paid at 2026-11-20 10:10:00 UTC');
    expect(await paymentsOf(booked.BookingId)).toEqual(['Approved']);
  });
});

describe('a booking that is not confirmed', () => {
  const undecided = 'no card is charged before the supplier accepts the service';
  it.each([
    ['rejected', 'prepaid', 'BookingClosed', 'REJEITADO'],
    ['failed', 'prepaid', 'BookingClosed', 'REJEITADO'],
    ['on-request', 'payLater', 'InvalidRequest', undecided],
    ['technical-problem', 'payLater', 'InvalidRequest', undecided],
    ['in-progress', 'payLater', 'InvalidRequest', undecided],
    ['credit-blocked', 'payLater', 'InvalidRequest', undecided],
    ['pending', 'payLater', 'InvalidRequest', undecided],
    ['cancelled', 'payLater', 'BookingClosed', 'is CANCELADO'],
    ['pending-cancellation', 'payLater', 'BookingClosed', 'is EM PROGRESSO'],
    ['cancellation-failed', 'payLater', 'BookingClosed', 'is PROBLEMA NO CANCELAMENTO'],
  ] as const)('trans.rejected: takes no payment when %s', async (status, plan, Code, message) => {
    const isCancelled = /cancel/.test(status);
    const { book, refused, client } = start(
      `${isCancelled ? 'cancelBooking' : '*.doBooking'}:timeline=${status}`,
    );
    const booked = await book(plan);
    if (isCancelled) await client.cancel(booked.BookingId);
    const refusal = { Code, Field: 'BookingId', Message: expect.stringContaining(message) };
    expect(await refused(bodyFor(booked))).toMatchObject([refusal]);
  });
});

describe('a payment', () => {
  it.each(['0', '__proto__'])('err.404: of the unknown BookingId %s is not found', async BookingId => {
    const { book, refused } = start();
    const { condition } = await book('prepaid');
    const found = await refused(bodyFor({ BookingId, condition }), 404);
    expect(found).toMatchObject([{ Code: 'NotFound', Field: 'BookingId' }]);
  });

  it("err.404: of another credential's booking is treated as unknown", async () => {
    const { supplier, book, refused } = start();
    const { condition } = await book('prepaid');
    const { BookingId } = await createHotelClient(supplier.fetch, { credential }).book();
    const messageFor = async (id: string) =>
      (await refused(bodyFor({ BookingId: id, condition }), 404))[0]?.Message.replaceAll(id, 'ID');
    expect(await messageFor(BookingId)).toBe(await messageFor('999'));
  });

  it('res.payment: under the condition of another selection is refused, naming those that fit', async () => {
    const { book, refused } = start();
    const [booked, other] = [await book('prepaid'), await book('payLater')];
    const [error, ...others] = await refused({ ...bodyFor(other), BookingId: booked.BookingId });
    expect([error?.Field, others]).toEqual(['PaymentConditionId', []]);
    for (const { PaymentConditionId } of offered(booked.conditions))
      expect(error?.Message).toContain(PaymentConditionId);
    expect(error?.Message).toContain(`"${other.condition.PaymentConditionId}" was not offered`);
  });

  const paid = ['payBooking', 'hotel.doBooking'] as const;
  it.each(paid)('err.400: by a mistyped card number or in other instalments is refused by %s', async id => {
    const { book, client, supplier, refused } = start();
    const booked = await book('prepaid');
    const saver = await client.conditions(undefined, { isWanted: room => !room.CanPayLater });
    const prefix = id === 'payBooking' ? '' : 'Payment.';
    for (const card of [{ CardNumber: cards.mistyped }, { NumberPayments: 2 }]) {
      const before = effects(supplier);
      const Payment = paymentOf(offered(saver)[0], { card });
      const errors =
        id === 'payBooking'
          ? await refused(bodyFor(booked, { card }))
          : (await client.call(id, { ...bookingBody(saver), Payment })).body.Errors;
      expect(effects(supplier)).toBe(before);
      const [name = ''] = Object.keys(card);
      expect(errors).toMatchObject([{ Code: 'InvalidRequest', Field: prefix + cardField(name) }]);
    }
  });
});

describe('a payment that is read leniently', () => {
  it('is charged: numbers as text, text as numbers, an unknown field', async () => {
    const { book, pay, supplier } = start();
    const booked = await book('prepaid');
    const numbers = { MonthExpiration: 12, YearExpiration: 2030, SecurityCode: 123 };
    const card = { NumberPayments: '1', ...numbers, CardNumber: Number(cards.approved) };
    const change = { card: { ...card, Brand: 'VISA' }, party: { PhoneDDD: 21 } };
    expect((await pay(booked, 'approved', change)).body.PaymentStatus).toBe('Approved');
    const { warnings = [], request } = lastEntry(supplier).facts;
    const lenient = [...Object.keys(card).map(cardField), partyField('PhoneDDD')];
    expect(warnings.map(({ kind, field }) => `${kind} ${field}`).sort()).toEqual(
      [...lenient.map(field => `lenient ${field}`), `unknown-field ${cardField('Brand')}`].sort(),
    );
    expect(request.payment).toEqual({
      condition: booked.condition.PaymentConditionId,
      payer: expect.any(Object),
      card: { last4: '1111', luhn: true, ours: true, mark: expect.stringMatching(/^~/) },
      instalments: 1,
    });
  });

  it.each([
    [{ CountryCode: 'Brasil', Email: 'ana' }, ['CountryCode', 'Email']],
    [{ CPF: '529.982.247-26' }, ['CPF']],
    [{ CPF: '52998224725' }, []],
    [{ CPF: 'none', CountryCode: 'PT' }, []],
  ])('res.contracting-party: is charged for the payer %j, with a warning of %j', async (party, odd) => {
    const { book, pay, supplier } = start();
    expect((await pay(await book('prepaid'), 'approved', { party })).body.PaymentStatus).toBe('Approved');
    const found = lastEntry(supplier).facts.warnings?.map(({ kind, field }) => [kind, field]) ?? [];
    expect(found).toEqual(odd.map(name => ['lenient', partyField(name)]));
  });
});
