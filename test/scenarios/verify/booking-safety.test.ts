import { describe, expect, it } from 'vitest';
import {
  cancellationCosts,
  chooseRoom,
  whyNotFree,
  whyNotProven,
  whyOtherPrice,
  whyUnread,
} from '#scenarios/verify/booking-safety';

const today = '2026-11-20';
const policy = { Value: 120, Currency: 'BRL', StartDate: '2026-11-21' };
/** An offer that can be booked and cancelled free of charge until the end of today. */
const free = { RestrictionType: 'CanBook', IsPrePayment: false, CanPayLater: true, CancelPolicies: [policy] };

// any-supplier.test.ts proves that verify books what is free, and nothing else. The rows here are the reasons that it gives.
describe('whyNotFree does not let verify book an offer', () => {
  const starts = (StartDate: unknown) => ({ CancelPolicies: [{ ...policy, StartDate }] });

  it.each([
    ['that the supplier must confirm', { RestrictionType: 'OnRequest' }, 'RestrictionType is not CanBook'],
    ['that is prepaid', { IsPrePayment: true }, 'paid later'],
    ['that is not available', { IsAvailable: false }, 'available'],
    ['that is not refunded', { IsNonRefundable: true }, 'not refunded'],
    ['whose text is about no refund', { MoreInformation: 'Tarifa não reembolsável' }, 'not refunded'],
    ['whose text has no accents', { MoreInformation: 'TARIFA NAO REEMBOLSAVEL' }, 'not refunded'],
    ['whose name is about no refund', { RoomDescription: 'Twin, non-refundable' }, 'not refunded'],
    ['with an unknown deposit', { Deposit: { Value: 10 } }, 'its field Deposit is not known'],
    ['that needs a card', { CreditCardRequired: true }, 'its field CreditCardRequired is not known'],
    ['with an unknown deadline', { PaymentDeadline: today }, 'its field PaymentDeadline is not known'],
    ['with a guarantee in an object', { Rate: { Guarantee: 'CC' } }, 'its field Guarantee is not known'],
    [
      'with policies in a list of rooms',
      { Rooms: [{ CancellationPolicies: [policy] }] },
      'its field CancellationPolicies is not known',
    ],
    ['whose text has another verb', { MoreInformation: 'The price will not be refunded.' }, 'not refunded'],
    ['whose text has other words', { MoreInformation: 'Sem direito a reembolso' }, 'not refunded'],
    ['whose text is about a charge', { MoreInformation: '100 % of the stay is charged.' }, 'not refunded'],
    ['whose text is about a penalty', { MoreInformation: 'Cancelamento com multa' }, 'not refunded'],
    ['whose text is about a card', { MoreInformation: 'Bring the credit card.' }, 'a card'],
    ['without policies', { CancelPolicies: undefined }, 'does not state the cost'],
    ['whose penalty starts today', starts(today), 'an earlier StartDate'],
    ['whose penalty has no day', starts(undefined), 'no StartDate'],
    ['whose penalty has the day null', starts(null), 'a StartDate that is null'],
    ['whose penalty has a number as its day', starts(20_271_003), 'a StartDate that is not text'],
    ['whose penalty has a day in another form', starts('03/10/2027'), '"99/99/9999"'],
    ['whose penalty has a day with a time', starts('2026-11-21T18:00:00'), '"9999-99-99a99:99:99"'],
    ['whose penalty has a day that does not exist', starts('2027-02-30'), '"9999-99-99"'],
    ['whose penalty ends before it starts', { CancelPolicies: [{ ...policy, EndDate: today }] }, 'EndDate'],
    ['with a penalty in percent', { CancelPolicies: [{ Value: 0, Percent: 50 }] }, 'the field Percent'],
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
    expect(chooseRoom({ Hotels }, today)).toMatchObject({ HotelId: 2, room });
  });

  it('counts the reasons if it chooses no room', () => {
    const Hotels = [{ HotelId: 1, Rooms: [prepaid, prepaid, free] }];
    expect(chooseRoom({ Hotels }, today)).toEqual({
      reason: expect.stringMatching(/paid later \(2 of the rooms\); the room has no Id \(1 of the rooms\)$/),
    });
    expect(chooseRoom({ Hotels: [{ HotelId: null, Rooms: [room] }] }, today)).toHaveProperty('reason');
    expect(chooseRoom({ Hotels: [{ HotelId: 1, Rooms: [{ ...room, Id: '' }] }] }, today)).toHaveProperty(
      'reason',
    );
    const ofHotel = { HotelId: 1, DepositRequired: true, Rooms: [room] };
    expect(chooseRoom({ Hotels: [ofHotel] }, today)).toHaveProperty('reason');
    expect(chooseRoom({ Hotels: [] }, today)).toEqual({ reason: 'no room was offered' });
  });
});

describe('whyNotProven', () => {
  const TotalSellingPrice = { Value: 100, Currency: 'BRL' };
  const conditions = { ...free, Token: 'C1', Errors: [], TotalSellingPrice };

  it.each([
    ['a changed room', { RevalidateBookingConditions: 'RoomsFoundWithChanges' }, 'a changed room'],
    ['an absent Token', { Token: undefined }, 'no Token'],
    ['Errors[]', { Errors: [{ Code: 'RateChanged' }] }, 'Errors[]'],
    ['one error', { Error: { Code: 'RateChanged' } }, 'Errors[]'],
    ['another price', { TotalSellingPrice: { Value: 101, Currency: 'BRL' } }, 'the price is 101 BRL'],
  ])('reports %s', (_, change, reason) => {
    const said = whyNotProven({ ...free, TotalSellingPrice }, { ...conditions, ...change }, today);
    expect(said).toContain(reason);
  });
});

describe('whyUnread', () => {
  const learned = (name: string, change: object) => [
    { name, change, operations: [], because: '', written: true },
  ];

  it.each([
    ['not book', 'StartDate', { format: 'DD/MM/YYYY' }],
    ['not book', 'Value', { to: 'amount' }],
    ['not book', 'TotalSellingPrice', { to: 'price.total' }],
    ['not book', 'TotalSellingPrice', { as: 'number' }],
    ['book', 'TotalSellingPrice', { to: 'totalPrice' }],
    ['book', 'Token', { to: 'sessionToken' }],
  ])('lets verify %s when %s was learned as %j', (what, name, change) => {
    const reason = expect.stringContaining(`learned the form of ${name}`);
    expect(whyUnread(learned(name, change))).toEqual(what === 'book' ? undefined : reason);
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
    ['a price without a currency', { Value: 100 }, expect.stringContaining('no price that can be compared')],
  ])('reports %s', (_, now, said) => {
    expect(whyOtherPrice(price, now)).toEqual(said);
  });
});

describe('cancellationCosts', () => {
  it.each([
    [{ Value: 120, Currency: 'BRL' }, 'with a penalty of 120 BRL', { value: 120, currency: 'BRL' }],
    ['120.5', 'with a penalty of 120.5 in an unknown currency', { value: 120.5 }],
    [{}, 'with a penalty that cannot be read', undefined],
    [{ Value: -5, Currency: 'BRL' }, 'with a penalty of -5 BRL', { value: -5, currency: 'BRL' }],
    [{ Value: 0, Currency: 'BRL' }, undefined, undefined],
    [null, undefined, undefined],
    [undefined, undefined, undefined],
  ])('reads the penalty %j', (Penalty, warning, penalty) => {
    expect(cancellationCosts([{ Penalty }], [])).toEqual({
      ...(warning && { warning }),
      ...(penalty && { penalty }),
    });
  });

  it.each(['CancellationFee', 'ExtraCharge', 'Penalties', 'Error'])('reports the unknown field %s', name => {
    expect(cancellationCosts([{ [name]: 5 }], []).warning).toBe(`with the unknown field ${name}`);
  });

  it('reports the codes of Errors[] without their texts', () => {
    expect(cancellationCosts([{}], [{ Code: 'X', Message: 'ask Maria Silva' }])).toEqual({
      warning: 'with Errors[] of CancelBooking: X',
    });
  });
});
