import { describe, expect, it } from 'vitest';
import type { PropertyTax } from '#contracts';
import { bookingBody } from '../hotel-client.ts';
import { plans, startPaying } from '../payment-client.ts';

const cents = (value: number | undefined): number => Math.round((value ?? 0) * 100);

/** Creates a supplier whose prices a fault changes, and returns its Search and conditions for a rate plan. */
async function start(fault: string, plan: keyof typeof plans = 'payLater') {
  const paying = startPaying({ faults: [fault] });
  const conditions = await paying.client.conditions(await paying.client.search(), { isWanted: plans[plan] });
  const [offer] = conditions.choice.rooms;
  if (!offer) throw new Error('start: nothing was chosen');
  return { ...paying, offer, conditions };
}

describe('a price that changed since the Search', () => {
  it('is that of the conditions, with its taxes and penalties, and is booked and charged (flow.1)', async () => {
    const { offer, conditions, client, sandbox } = await start('price=10', 'payNow');
    const was = cents(offer.TotalSellingPrice.Value);
    const is = Math.round(was * 1.1);
    const { TotalSellingPrice, PricingInfo, CancellationPolicies = [] } = conditions;
    expect(cents(TotalSellingPrice?.Value)).toBe(is);
    expect(cents(PricingInfo?.Total.Value)).toBe(is);
    expect(cents(PricingInfo?.Base.Value) + cents(PricingInfo?.Taxes.Value)).toBe(is);
    expect(cents(PricingInfo?.Taxes.Value)).toBeCloseTo(is / 11, -1);
    expect(CancellationPolicies.map(({ Value }) => cents(Value))).toEqual([is]);
    const booked = await client.book(conditions);
    expect(booked).toMatchObject({ bookingStatus: 'CONFIRMED', TotalSellingPrice });
    const [service] = sandbox.store.booking(booked.BookingId)?.services ?? [];
    expect([service?.cents, service?.policies.map(window => window.cents)]).toEqual([is, [is]]);
    const { Booking } = await client.detail(booked.BookingId);
    expect(Booking?.Payments).toMatchObject([{ Amount: TotalSellingPrice, PaymentStatus: 'Approved' }]);
    expect((await client.cancel(booked.BookingId)).Penalty).toEqual(TotalSellingPrice);
  });

  it('changes by percent, then by an amount, then into another currency', async () => {
    const { offer, conditions } = await start('price=10,byAmount=-12.34,currency=USD');
    const changed = Math.round(cents(offer.TotalSellingPrice.Value) * 1.1) - 1_234;
    const Value = Math.round((changed * 18) / 100) / 100;
    expect(conditions.TotalSellingPrice).toEqual({ Value, Currency: 'USD' });
    expect(conditions.PricingInfo?.Total).toEqual({ Value, Currency: 'USD' });
    expect(new Set(conditions.CancellationPolicies?.map(({ Currency }) => Currency))).toEqual(
      new Set(['USD']),
    );
  });

  it('keeps its number in another currency with convert=false', async () => {
    const { offer, conditions } = await start('price,currency=USD,convert=false');
    const { Value } = offer.TotalSellingPrice;
    expect(conditions.TotalSellingPrice).toEqual({ Value, Currency: 'USD' });
    const [own] = offer.PropertyTaxes ?? [];
    expect(conditions.PropertyTaxes).toEqual([{ ...own, Currency: 'USD' }]);
  });

  it('is in a currency with an exchange rate', async () => {
    const valid = ['BRL', 'USD', 'EUR', 'GBP'];
    const message = expect.stringContaining('valid are BRL, USD, EUR, GBP; did you mean "USD"?');
    const detail = { field: 'faults[0].effect.currency', value: 'USX', valid, nearest: 'USD', message };
    await expect(start('price,currency=USX')).rejects.toMatchObject({ code: 'invalid', details: [detail] });
  });

  it('leaves what is paid on the spot as it is, but for one that was in the currency of the offer', async () => {
    const taxesOf = async (fault: string, plan: keyof typeof plans): Promise<(PropertyTax | undefined)[]> => {
      const { offer, conditions } = await start(fault, plan);
      return [offer.PropertyTaxes?.[0], conditions.PropertyTaxes?.[0]];
    };
    const [cheap, dear] = await taxesOf('price=50', 'payLater');
    expect(dear).toEqual(cheap);
    const [own, followed] = await taxesOf('price,currency=EUR', 'payLater');
    const Amount = Math.round(cents(own?.Amount) * 0.16) / 100;
    expect(followed).toEqual({ ...own, Amount, Currency: 'EUR' });
    const [foreign, kept] = await taxesOf('price,currency=EUR', 'prepaid');
    expect([foreign?.Currency, kept]).toEqual(['USD', foreign]);
  });

  const steep = 'price,byAmount=-1000000';
  it.each([steep, `${steep},currency=USD`])('never falls below one cent: %s', async fault => {
    const { conditions, client } = await start(fault);
    expect(conditions.TotalSellingPrice?.Value).toBe(0.01);
    expect((await client.book(conditions)).bookingStatus).toBe('CONFIRMED');
  });

  it('is booked in its currency: in a booking of its own, or in one that is in it already', async () => {
    const fault = 'hotel.getBookingConditions:price,currency=USD';
    const { client, conditions, sandbox, faults } = await start(fault);
    const { BookingId, TotalSellingPrice } = await client.book(conditions);
    expect(TotalSellingPrice).toEqual(conditions.TotalSellingPrice);
    expect(sandbox.store.booking(BookingId)?.currency).toBe('USD');
    const bookCar = () => client.bookService('car', { change: { BookingId } });
    await expect(bookCar()).rejects.toThrow('is in USD, this offer in BRL');
    faults.arm('car.getBookingConditions:price,currency=USD');
    expect((await bookCar()).TotalSellingPrice.Currency).toBe('USD');
    expect((await client.detail(BookingId)).Booking?.Services).toHaveLength(2);
  });

  it('returns its own Token, which keeps the price after the fault has ended', async () => {
    const { client, sandbox, conditions } = await start('price=10,times=1');
    const again = await client.conditions();
    expect(again.Token).not.toBe(conditions.Token);
    expect(again.TotalSellingPrice).toEqual(again.choice.rooms[0]?.TotalSellingPrice);
    const token = sandbox.store.token(conditions.Token ?? '');
    expect(token).toMatchObject({ step: 'conditions', price: { byPercent: 10 } });
    const { TotalSellingPrice } = conditions;
    const booked = await client.book(conditions);
    expect(booked).toMatchObject({ bookingStatus: 'CONFIRMED', TotalSellingPrice });
  });
});

describe('taxes and cancellation policies that changed since the Search', () => {
  it('are those of the conditions, at the same price', async () => {
    const { offer, conditions } = await start('terms=50,extraTax=12.5');
    expect(conditions.TotalSellingPrice).toEqual(offer.TotalSellingPrice);
    expect(conditions.CancellationPolicies).toEqual(offer.CancellationPolicies);
    const [own] = offer.PropertyTaxes ?? [];
    expect(conditions.PropertyTaxes).toEqual([
      { ...own, Amount: Math.round(cents(own?.Amount) * 1.5) / 100 },
      { Name: 'Facility fee', Amount: 12.5, Currency: 'USD', Type: 'PerStay' },
    ]);
  });

  it('are booked: a cancellation of a room that is no longer refundable costs the whole price', async () => {
    const { offer, conditions, client } = await start('terms,nonRefundable');
    const { Value, Currency } = offer.TotalSellingPrice;
    expect(conditions.CancelPolicies).toMatchObject([{ StartDate: '2000-01-01', Value, Currency }]);
    expect(conditions.CancelPolicies).not.toEqual(offer.CancellationPolicies);
    const { BookingId } = await client.book(conditions);
    expect((await client.cancel(BookingId)).Penalty).toEqual({ Value, Currency });
  });
});

it('a penalty can exceed the price, in the conditions, in the booking and when it is due', async () => {
  const { conditions, client } = await start('terms,nonRefundable,penaltiesByPercent=25');
  const { Value = 0, Currency } = conditions.TotalSellingPrice ?? {};
  const Penalty = { Value: Math.round(Value * 125) / 100, Currency };
  expect(conditions.CancelPolicies).toMatchObject([Penalty]);
  const { BookingId } = await client.book(conditions);
  expect((await client.cancel(BookingId)).Penalty).toEqual(Penalty);
});

it('the conditions can have another MoreInformation, and penalties in three steps', async () => {
  const { conditions } = await start('terms,stepped,moreInformation=Há uma taxa de 5 EUR');
  expect(conditions.MoreInformation).toBe('Há uma taxa de 5 EUR');
  const { TotalSellingPrice: total, CancelPolicies: windows = [] } = conditions;
  const percent = windows.map(({ Value }) => Math.round((100 * Value) / (total?.Value ?? 0)));
  expect(percent).toEqual([10, 30, 100]);
});

describe('a price that changed since the conditions', () => {
  const ways = ['byPercent=-5', 'byAmount=0.01', 'currency=USD', 'currency=USD,convert=false'];
  it.each(ways)('is rejected, and nothing is charged: %s (flow.4)', async how => {
    const { client, sandbox, conditions } = await start(`price,at=booking,${how}`, 'payNow');
    const { BookingId, ...booked } = await client.book(conditions);
    const Message = expect.stringMatching(/from [\d.]+ BRL to [\d.]+ (BRL|USD)/);
    const { TotalSellingPrice } = conditions;
    const rejected = { bookingStatus: 'Rejected', Errors: [{ Code: 'RateChanged', Message }] };
    expect(booked).toMatchObject({ ...rejected, TotalSellingPrice });
    const record = sandbox.store.booking(BookingId);
    expect([record?.payments, record?.services[0]?.truth]).toEqual([[], 'rejected']);
  });

  it('uses the Token up', async () => {
    const { client, conditions } = await start('price,at=booking,byPercent=10,times=1');
    await client.book(conditions);
    const again = await client.call('hotel.doBooking', bookingBody(conditions));
    expect([again.status, again.body.Errors[0]?.Code]).toEqual([400, 'TokenConsumed']);
  });
});
