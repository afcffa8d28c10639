import { describe, expect, it } from 'vitest';
import type { ErrorEntry, ServiceStatus } from '#contracts';
import type { Fault } from '#contracts/fault';
import { bookingBody, createHotelClient } from '../hotel-client.ts';
import { cards, offered, type PaymentChange, paymentOf, startPaying } from '../payment-client.ts';
import { bookingTimeline, cancellationTimeline } from '../timeline-faults.ts';
import { effects, lastEntry } from './exchange-of.ts';

const minutes = 60_000;
const cardField = (name: string) => `PaymentRequestCC1.CreditCard.${name}`;
const partyField = (name: string) => `PaymentRequestCC1.ContractingParty.${name}`;

/** A client that checks that refused payments change nothing. */
function start(...faults: Fault[]) {
  const paying = startPaying({
    faults,
    credentials: [{ Username: 'anna', Password: 'anna-password' }],
  });
  async function refused(body: object, status = 400): Promise<ErrorEntry[]> {
    const before = effects(paying.supplier);
    const answer = await paying.client.call('payBooking', body);
    expect(answer.status, answer.text).toBe(status);
    expect(effects(paying.supplier)).toBe(before);
    return answer.body.Errors as ErrorEntry[]; // every answer has Errors
  }
  return { ...paying, refused };
}

type Start = ReturnType<typeof start>;
const bodyFor = (
  { BookingId, condition }: Pick<Awaited<ReturnType<Start['book']>>, 'BookingId' | 'condition'>,
  change: PaymentChange = {},
) => ({ BookingId, ...paymentOf(condition, change) });

describe('a booking that is paid', () => {
  it('is not charged again, and the refusal says when and how it was paid', async () => {
    const { book, pay, wait, refused, paymentsOf } = start();
    const booked = await book('prepaid');
    await pay(booked);
    wait(90 * minutes);
    const [error, ...others] = await refused(bodyFor(booked, { card: { CardNumber: cards.pending } }));
    const { PaymentConditionId } = booked.condition;
    const { Value, Currency } = booked.TotalSellingPrice;
    expect([error, others]).toEqual([
      {
        Code: 'InvalidRequest',
        Field: 'BookingId',
        Message: `BookingId: service ${booked.BookingId}01 was paid at 2026-11-20 10:00:00 UTC (${Value} ${Currency} under "${PaymentConditionId}", card ending in 1111); nothing was charged again`,
      },
      [],
    ]);
    expect(await paymentsOf(booked.BookingId)).toEqual(['Approved']);
  });

  it.each(['prepaid', 'payLater'] as const)(
    'is not charged again while its card is pending: %s',
    async plan => {
      const { book, pay, wait, refused, paymentsOf } = start();
      const booked = await book(plan);
      await pay(booked, 'pending');
      wait(9 * minutes);
      const [error] = await refused(bodyFor(booked));
      expect(error).toMatchObject({
        Code: 'InvalidRequest',
        Field: 'BookingId',
        Message: expect.stringMatching(/has a payment pending since 2026-11-20 10:00:00 UTC \(.*0077\)/),
      });
      wait(minutes);
      expect((await refused(bodyFor(booked)))[0]?.Message).toContain('was paid at 2026-11-20 10:10:00 UTC');
      expect(await paymentsOf(booked.BookingId)).toEqual(['Approved']);
    },
  );
});

describe('a booking that ends without a stay', () => {
  it.each(['rejected', 'failed'] as const)('trans.rejected: takes no payment when %s', async status => {
    const { book, refused } = start(bookingTimeline([{ after: 0, status }]));
    expect(await refused(bodyFor(await book('prepaid')))).toMatchObject([
      { Code: 'BookingClosed', Field: 'BookingId', Message: expect.stringContaining('REJEITADO') },
    ]);
  });

  it.each([
    ['cancelled', 'CANCELADO'],
    ['pending-cancellation', 'EM PROGRESSO'],
    ['cancellation-failed', 'PROBLEMA NO CANCELAMENTO'],
  ] as const)('takes no payment when %s', async (status, label) => {
    const { book, refused, client } = start(cancellationTimeline([{ after: 0, status }]));
    const booked = await book('payLater');
    await client.cancel(booked.BookingId);
    expect(await refused(bodyFor(booked))).toMatchObject([
      { Code: 'BookingClosed', Message: expect.stringContaining(`is ${label}`) },
    ]);
  });

  it.each(['on-request', 'technical-problem', 'in-progress', 'credit-blocked', 'pending'] as const)(
    'yet takes no payment when %s',
    async (status: ServiceStatus) => {
      const { book, refused } = start(bookingTimeline([{ after: 0, status }]));
      expect(await refused(bodyFor(await book('payLater')))).toMatchObject([
        {
          Code: 'InvalidRequest',
          Field: 'BookingId',
          Message: expect.stringContaining('no card is charged before the supplier accepts the service'),
        },
      ]);
    },
  );
});

describe('a payment of an unknown booking or service', () => {
  it.each([
    ['a new one', '0'],
    ['a name that every object has', '__proto__'],
  ])('err.404: such as a BookingId that is %s is not found', async (_, BookingId) => {
    const { book, refused } = start();
    const { condition } = await book('prepaid');
    expect(await refused(bodyFor({ BookingId, condition }), 404)).toMatchObject([
      { Code: 'NotFound', Field: 'BookingId' },
    ]);
  });

  it("err.404: such as another credential's booking is treated as unknown", async () => {
    const { supplier, book, refused, client } = start();
    const anna = createHotelClient(supplier.fetch, {
      credential: { Username: 'anna', Password: 'anna-password' },
    });
    const { condition } = await book('prepaid');
    const { BookingId } = await anna.book();
    const [error] = await refused(bodyFor({ BookingId, condition }), 404);
    const { body } = await client.call('payBooking', bodyFor({ BookingId: '999', condition }));
    expect(error?.Message.replace(BookingId, '999')).toBe((body.Errors[0] as ErrorEntry).Message);
  });

  it('res.payment: such as the condition of another selection is refused, naming those that fit', async () => {
    const { book, refused } = start();
    const booked = await book('prepaid');
    const other = await book('payLater');
    const [error, ...others] = await refused({
      ...bodyFor(other),
      BookingId: booked.BookingId,
    });
    expect([error?.Field, others]).toEqual(['PaymentConditionId', []]);
    for (const { PaymentConditionId } of offered(booked.conditions))
      expect(error?.Message).toContain(PaymentConditionId);
    expect(error?.Message).toContain(`"${other.condition.PaymentConditionId}" was not offered`);
  });
});

describe('a payment with wrong fields', () => {
  it.each(['payBooking', 'hotel.doBooking'] as const)(
    'err.400: is refused for a card that does not pass the Luhn check, and for other instalments: %s',
    async id => {
      const { book, client, supplier, refused } = start();
      const booked = await book('prepaid');
      const saver = await client.conditions(undefined, { isWanted: room => !room.CanPayLater });
      const prefix = id === 'payBooking' ? '' : 'Payment.';
      const fieldsFor = async (change: PaymentChange) => {
        const before = effects(supplier);
        const Payment = paymentOf(offered(saver)[0], change);
        const errors =
          id === 'payBooking'
            ? await refused(bodyFor(booked, change))
            : (await client.call(id, { ...bookingBody(saver), Payment })).body.Errors;
        expect(effects(supplier)).toBe(before);
        return errors.map(({ Code, Field }) => `${Code} ${Field}`);
      };
      expect(await fieldsFor({ card: { CardNumber: cards.mistyped } })).toEqual([
        `InvalidRequest ${prefix}${cardField('CardNumber')}`,
      ]);
      expect(await fieldsFor({ card: { NumberPayments: 2 } })).toEqual([
        `InvalidRequest ${prefix}${cardField('NumberPayments')}`,
      ]);
    },
  );

  it('res.contracting-party: requires every field of the payer', async () => {
    const { book, refused } = start();
    const booked = await book('prepaid');
    const names = Object.keys(paymentOf(booked.condition).PaymentRequestCC1.ContractingParty);
    expect(names).toHaveLength(8);
    for (const name of names) {
      const errors = await refused(bodyFor(booked, { party: { [name]: undefined } }));
      expect(errors.map(entry => entry.Field)).toEqual([partyField(name)]);
    }
  });
});

describe('a payment that is read leniently', () => {
  it('is charged: numbers as text, text as numbers, an unknown field', async () => {
    const { book, pay, supplier } = start();
    const booked = await book('prepaid');
    const card = { NumberPayments: '1', MonthExpiration: 12, YearExpiration: 2030, SecurityCode: 123 };
    const { body } = await pay(booked, 'approved', {
      card: { ...card, CardNumber: Number(cards.approved), Brand: 'VISA' },
      party: { PhoneDDD: 21 },
    });
    expect(body.PaymentStatus).toBe('Approved');
    const { warnings = [], request } = lastEntry(supplier).facts;
    expect(warnings.map(({ kind, field }) => `${kind} ${field}`).sort()).toEqual(
      [
        ...Object.keys({ ...card, CardNumber: 0 }).map(name => `lenient ${cardField(name)}`),
        `lenient ${partyField('PhoneDDD')}`,
        `unknown-field ${cardField('Brand')}`,
      ].sort(),
    );
    expect(request.payment).toEqual({
      condition: booked.condition.PaymentConditionId,
      card: { last4: '1111', luhn: true, ours: true, mark: expect.stringMatching(/^~/) },
      instalments: 1,
    });
  });

  it('res.contracting-party: is charged for any payer, and the journal warns of what looks wrong', async () => {
    const warned = async (party: object) => {
      const { book, pay, supplier } = start();
      expect((await pay(await book('prepaid'), 'approved', { party })).body.PaymentStatus).toBe('Approved');
      return (lastEntry(supplier).facts.warnings ?? []).map(({ kind, field }) => [kind, field]);
    };
    const odd = (...names: string[]) => names.map(name => ['lenient', partyField(name)]);
    expect(await warned({ CountryCode: 'Brasil', Email: 'ana' })).toEqual(odd('CountryCode', 'Email'));
    expect(await warned({ CPF: '529.982.247-26' })).toEqual(odd('CPF'));
    expect(await warned({ CPF: '52998224725' })).toEqual([]);
    expect(await warned({ CPF: 'none', CountryCode: 'PT' })).toEqual([]);
  });
});
