import { describe, expect, it } from 'vitest';
import { cancellationCosts, chooseRoom, whyNotFree, whyOtherPrice } from '#scenarios/verify/booking-safety';

const today = '2026-11-20';
const policy = { Value: 120, Currency: 'BRL', StartDate: '2026-11-21' };
/** An offer that can be booked and cancelled free of charge until the end of today. */
const free = { RestrictionType: 'CanBook', IsPrePayment: false, CanPayLater: true, CancelPolicies: [policy] };

describe('whyNotFree lets verify book an offer', () => {
  it.each([
    ['whose penalty starts tomorrow', {}],
    ['whose penalty of today is 0', { CancelPolicies: [{ Value: 0, StartDate: today }] }],
    ['whose penalty of 0 has no day', { CancelPolicies: [{ Value: 0 }] }],
    ['whose penalties start in the next year', { CancelPolicies: [{ ...policy, StartDate: '2027-01-01' }] }],
    ['with the other name of the policies', { CancelPolicies: undefined, CancellationPolicies: [policy] }],
    ['with both names of the policies', { CancellationPolicies: [policy] }],
  ])('%s', (_, change) => {
    expect(whyNotFree({ ...free, ...change }, today)).toBeUndefined();
  });
});

describe('whyNotFree does not let verify book an offer', () => {
  const starts = (StartDate: unknown) => ({ CancelPolicies: [{ ...policy, StartDate }] });

  it.each([
    ['that the supplier must confirm', { RestrictionType: 'OnRequest' }, 'RestrictionType is not CanBook'],
    ['without RestrictionType', { RestrictionType: undefined }, 'RestrictionType is not CanBook'],
    ['that is prepaid', { IsPrePayment: true }, 'paid later'],
    ['without IsPrePayment', { IsPrePayment: undefined }, 'paid later'],
    ['whose IsPrePayment is a text', { IsPrePayment: 'false' }, 'paid later'],
    ['that cannot be paid later', { CanPayLater: false }, 'paid later'],
    ['without CanPayLater', { CanPayLater: undefined }, 'paid later'],
    ['without policies', { CancelPolicies: undefined }, 'does not state the cost'],
    ['with an empty list of policies', { CancelPolicies: [] }, 'does not state the cost'],
    ['with one of two lists empty', { CancellationPolicies: [] }, 'does not state the cost'],
    ['with one of two lists null', { CancellationPolicies: null }, 'does not state the cost'],
    ['with policies in one object', { CancelPolicies: policy }, 'does not state the cost'],
    ['whose penalty starts today', starts(today), 'an earlier StartDate'],
    ['whose penalty started yesterday', starts('2026-11-19'), 'an earlier StartDate'],
    ['whose penalty has no day', starts(undefined), 'no StartDate'],
    ['whose penalty has the day null', starts(null), 'a StartDate that is null'],
    ['whose penalty has a number as its day', starts(20_271_003), 'a StartDate that is not text'],
    ['whose penalty has a day in another form', starts('03/10/2027'), '"99/99/9999"'],
    ['whose penalty has a day with a time', starts('2026-11-21T18:00:00'), '"9999-99-99a99:99:99"'],
    ['whose penalty has a day that does not exist', starts('2027-02-30'), '"9999-99-99"'],
    [
      'whose second penalty starts today',
      { CancelPolicies: [policy, { ...policy, StartDate: today }] },
      'earlier',
    ],
    ['whose second list costs today', { CancellationPolicies: [{ ...policy, StartDate: today }] }, 'earlier'],
    [
      'whose penalty of today is "0" as a text',
      { CancelPolicies: [{ Value: '0', StartDate: today }] },
      'earlier',
    ],
  ])('%s', (_, change, reason) => {
    expect(whyNotFree({ ...free, ...change }, today)).toContain(reason);
  });
});

describe('chooseRoom', () => {
  const room = { Id: '1', ...free };
  const prepaid = { ...room, Id: '2', IsPrePayment: true };

  it('chooses the first room that is free to cancel', () => {
    const Hotels = [
      { HotelId: 1, Rooms: [prepaid] },
      { HotelId: 2, Rooms: [prepaid, room] },
    ];
    expect(chooseRoom({ Hotels }, today)).toEqual({ HotelId: 2, room });
  });

  it('counts the reasons if it chooses no room', () => {
    const Hotels = [{ HotelId: 1, Rooms: [prepaid, prepaid, free] }];
    expect(chooseRoom({ Hotels }, today)).toEqual({
      reason: expect.stringMatching(/paid later \(2 of the rooms\); the room has no Id \(1 of the rooms\)$/),
    });
    expect(chooseRoom({ Hotels: [] }, today)).toEqual({ reason: 'no room was offered' });
  });
});

describe('whyOtherPrice', () => {
  const price = { Value: 100, Currency: 'BRL' };

  it.each([
    ['nothing about an equal price', price, undefined],
    ['another amount', { ...price, Value: 1 }, 'the price is 1 BRL, but was 100 BRL in the Search'],
    [
      'another currency',
      { ...price, Currency: 'USD' },
      'the price is 100 USD, but was 100 BRL in the Search',
    ],
    ['a price without a number', 'on request', expect.stringContaining('no price that can be compared')],
  ])('reports %s', (_, now, said) => {
    expect(whyOtherPrice(price, now)).toEqual(said);
  });
});

describe('cancellationCosts', () => {
  it.each([
    [{ Value: 120, Currency: 'BRL' }, 'with a penalty of 120 BRL', { value: 120, currency: 'BRL' }],
    ['120.5', 'with a penalty of 120.5 in an unknown currency', { value: 120.5 }],
    [{}, 'with a penalty that cannot be read', undefined],
    [{ Value: 0, Currency: 'BRL' }, undefined, undefined],
    [null, undefined, undefined],
    [undefined, undefined, undefined],
  ])('reads the penalty %j', (Penalty, warning, penalty) => {
    expect(cancellationCosts([{ Penalty }], [])).toEqual({
      ...(warning && { warning }),
      ...(penalty && { penalty }),
    });
  });

  it('reports the codes of Errors[] without their texts', () => {
    expect(cancellationCosts([{}], [{ Code: 'X', Message: 'ask Maria Silva' }])).toEqual({
      warning: 'with Errors[] of CancelBooking: X',
    });
  });
});
