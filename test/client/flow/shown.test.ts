import { describe, expect, it } from 'vitest';
import type { Shown } from '#client';
import { isSamePrice, shownConditions } from '#client/flow/agree-conditions';
import { changing } from './changing.ts';
import { choosing, createWorld, hotelRequest, minute, type rooms } from './world.ts';

async function shownOf(way: keyof typeof rooms): Promise<Shown | undefined> {
  const world = createWorld();
  const booked = await world.book({ ...hotelRequest, choose: choosing(way) });
  const [question] = world.asked;
  // The outcome of a booking holds what the user saw.
  expect(booked).toMatchObject({ outcome: 'confirmed', shown: question?.shown });
  return question?.shown;
}

describe('what the user sees', () => {
  it('field.pricing-info, field.cancellation-policies: the binding price, its parts, and the policies with both days', async () => {
    expect(await shownOf('flexible')).toMatchObject({
      total: { Value: 2018.4, Currency: 'BRL' },
      pricing: {
        Base: { Value: 1834.91, Currency: 'BRL' },
        Taxes: { Value: 183.49, Currency: 'BRL' },
        Total: { Value: 2018.4, Currency: 'BRL' },
      },
      policies: [
        { StartDate: '2026-12-07', EndDate: '2026-12-09', Value: 1009.2, Currency: 'BRL' },
        { StartDate: '2026-12-10', EndDate: '2026-12-12', Value: 2018.4, Currency: 'BRL' },
      ],
    });
  });

  it('flow.7, field.property-taxes: taxes by currency, apart from the price', async () => {
    expect(await shownOf('prepaid')).toMatchObject({
      total: { Value: 1816.56, Currency: 'BRL' },
      taxes: [
        { currency: 'USD', lines: [{ Name: 'Resort fee', Amount: 16, Currency: 'USD', Type: 'PerStay' }] },
      ],
    });
  });

  it('flow.7: taxes of several currencies, separately and without a sum', () => {
    const city = { Name: 'City', Amount: 10, Currency: 'BRL', Type: 'PerNight' } as const;
    const fee = { ...city, Name: 'Fee', Currency: 'USD' };
    const stay = { ...city, Name: 'Stay', Amount: 5 };
    const answer = { Errors: [], TimeSpan: '', PropertyTaxes: [city, fee, stay] };
    const { taxes } = shownConditions({ answer });
    expect(taxes).toEqual([
      { currency: 'BRL', lines: [city, stay] },
      { currency: 'USD', lines: [fee] },
    ]);
  });

  it('field.pricing-info: is confirmed again when the parts of the price have changed', async () => {
    let Value = 0;
    const change = changing('GetBookingConditions', answer => {
      const pricing = Object(answer.PricingInfo);
      Value += 1;
      return { ...answer, PricingInfo: { ...pricing, Taxes: { ...pricing.Taxes, Value } } };
    });
    const world = createWorld([], { change });
    const outcome = await world.client.book(hotelRequest, async question => {
      world.asked.push(question);
      if (world.asked.length === 1) await world.sleep(7 * minute);
      return true;
    });
    expect(outcome).toMatchObject({ outcome: 'confirmed', shown: { pricing: { Taxes: { Value: 2 } } } });
    expect(world.asked).toMatchObject([
      { shown: { pricing: { Taxes: { Value: 1 } } }, priceChanged: false, conditionsChanged: false },
      { shown: { pricing: { Taxes: { Value: 2 } } }, priceChanged: false, conditionsChanged: true },
    ]);
  });

  it('flow.2: the same amount of another currency is another price', () => {
    const [brl, usd] = ['BRL', 'USD'].map(Currency => ({ Value: 1, Currency }));
    if (brl && usd) expect([isSamePrice(brl, usd), isSamePrice(brl, { ...brl })]).toEqual([false, true]);
  });

  it('field.more-information, flow.7: the text in full, where taxes stand in it alone', async () => {
    expect(await shownOf('payNow')).toMatchObject({
      taxes: [],
      moreInformation:
        'A tourism fee of 2 % of the stay is not included and paid at the property. Bring a photo document.',
    });
  });

  it('field.restriction-type: that a room is on request', async () => {
    expect(await shownOf('onRequest')).toMatchObject({
      restrictionType: 'OnRequest',
      taxes: [],
      moreInformation: undefined,
    });
  });

  it('is nothing where the user chooses nothing', async () => {
    const world = createWorld();
    const outcome = await world.book({ ...hotelRequest, choose: () => undefined });
    expect([outcome, world.calls()]).toEqual([{ outcome: 'unavailable', reasons: [] }, 'search']);
  });

  it('takes the first offer where the request does not choose', async () => {
    const world = createWorld();
    const { choose: _, ...first } = hotelRequest;
    expect((await world.book(first)).outcome).toBe('confirmed');
  });
});
