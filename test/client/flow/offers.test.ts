import { describe, expect, it } from 'vitest';
import { hotelOffers } from '#client/flow/search';
import type { ResponseOf } from '#contracts';

type Hotels = ResponseOf<'hotel.search'>['Hotels'];

const room = (Id: string, adults: number, Value: number, Currency: string) => ({
  Id,
  RoomDescription: `Room ${Id}`,
  NumAdults: adults,
  ChildAges: [],
  IsAvailable: true,
  RestrictionType: 'CanBook',
  IsPrePayment: false,
  CanPayLater: true,
  CancellationPolicies: [],
  Quantity: 1,
  TotalSellingPrice: { Value, Currency },
});

it('price and penalties are those of the chosen rooms, whether a total is for all of them or for more', () => {
  const policy = { StartDate: '2026-12-01', EndDate: '2026-12-02', Value: 9, Currency: 'BRL' };
  const SellingPricePerRoom = { Value: 10.1249, Currency: 'BRL' };
  const offers = (count: number, Quantity = 3) => {
    const rate = { Quantity, SellingPricePerRoom, CancellationPolicies: [policy] };
    const Rooms = [{ ...room('a', 1, 31, 'BRL'), ...rate }];
    return hotelOffers(
      { Hotels: [{ HotelId: 1, Name: 'Sol', Rooms }] } as never, // the fields of an offer
      new Array(count).fill({ adults: 1, childAges: [] }),
    ).map(({ price, policies }) => [price.Value, policies[0]?.Value]);
  };
  expect([offers(3), offers(2), offers(1, 0)]).toEqual([[[31, 9]], [[20.24, 6]], [[10.12, 9]]]);
});

/** The offers of one hotel for a room for one guest and a room for two. */
function offered(...rooms: object[]) {
  const Hotels = [{ HotelId: 1, Name: 'Sol', Rooms: rooms }] as unknown as Hotels; // the fields of an offer
  const wanted = [1, 2].map(adults => ({ adults, childAges: [] }));
  const offers = hotelOffers({ Hotels } as ResponseOf<'hotel.search'>, wanted); // the list of the offers
  return offers.map(({ selection, price }) => [selection.RoomIds, price]);
}

describe('rooms in two currencies', () => {
  it('flow.7: are no offer together, whatever they would add up to', () => {
    expect(offered(room('a', 1, 100, 'BRL'), room('b', 2, 50, 'USD'))).toEqual([]);
  });

  it('flow.7: are one offer for each currency that has rooms for all guests', () => {
    const rooms = [
      room('a', 1, 100, 'BRL'),
      room('b', 2, 50, 'USD'),
      room('c', 2, 200.1, 'BRL'),
      room('d', 1, 20, 'USD'),
    ];
    expect(offered(...rooms)).toEqual([
      [['a', 'c'], { Value: 300.1, Currency: 'BRL' }],
      [['d', 'b'], { Value: 70, Currency: 'USD' }],
    ]);
  });
});
