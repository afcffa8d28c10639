import { expect, it } from 'vitest';
import { choose, guestsOf, startSupplier, testCriteria } from '../hotel-client.ts';

const { client } = startSupplier();
const roomsOf = (search: Awaited<ReturnType<typeof client.search>>) =>
  search.Hotels.flatMap(hotel => hotel.Rooms);

it('the server offers every hotel of a destination, from several suppliers (svc.6)', async () => {
  const { Hotels } = await client.search();
  expect(Hotels).toHaveLength(20);
  expect(new Set(Hotels.flatMap(hotel => hotel.Rooms.map(room => room.SupplierName))).size).toBe(3);
});

it('the server leaves OnRequest rooms out unless the criteria request them (field.return-on-request, field.restriction-type)', async () => {
  const kinds = async (change: object) =>
    new Set(roomsOf(await client.search(change)).map(room => room.RestrictionType));
  expect(await kinds({})).toEqual(new Set(['CanBook']));
  expect(await kinds({ ReturnOnRequestRooms: false })).toEqual(new Set(['CanBook']));
  expect(await kinds({ ReturnOnRequestRooms: true })).toEqual(new Set(['CanBook', 'OnRequest']));
});

it('the server sells every hotel refundable and not, prepaid and not, payable later and at once (field.is-prepayment)', async () => {
  const { Hotels } = await client.search();
  for (const { Rooms } of Hotels) {
    expect(Rooms.map(room => [room.IsNonRefundable, room.IsPrePayment, room.CanPayLater])).toEqual([
      [false, false, true],
      [true, false, false],
      [false, true, true],
    ]);
  }
});

it('the server shows taxes in the booking currency, in another one, and only in MoreInformation (field.property-taxes, field.more-information)', async () => {
  const [flexible, saver, prepaid] = (await client.search()).Hotels[0]?.Rooms ?? [];
  expect(flexible?.PropertyTaxes?.[0]).toMatchObject({ Currency: 'BRL', Type: 'PerNight' });
  expect(prepaid?.PropertyTaxes?.[0]).toMatchObject({ Currency: 'USD', Type: 'PerStay' });
  expect(saver?.PropertyTaxes).toBeUndefined();
  expect(saver?.MoreInformation).toMatch(/tourism fee/);
});

it('the server prices a stay as the sum of its nights, the same night at the same price in every Search', async () => {
  const price = async (CheckinDate: string, NumNights: number) => {
    const { Hotels } = await client.search({ CheckinDate, CheckoutDate: undefined, NumNights } as object);
    return Hotels[3]?.Rooms[0]?.TotalSellingPrice.Value ?? 0;
  };
  const nights = [await price('2027-01-10', 1), await price('2027-01-11', 1), await price('2027-01-12', 1)];
  expect(await price('2027-01-10', 3)).toBeCloseTo(
    nights.reduce((sum, night) => sum + night, 0),
    6,
  );
  expect(new Set(nights).size).toBeGreaterThan(1);
});

it('a Search of two occupancies gets prices for both, exact child ages in each (field.child-age)', async () => {
  const search = await client.search({
    SearchRooms: [
      { NumAdults: 2, ChildAges: [7, 1] },
      { NumAdults: 1, Quantity: 2 },
    ],
  });
  const { rooms } = choose(search);
  expect(rooms.map(room => [room.NumAdults, room.ChildAges, room.Quantity])).toEqual([
    [2, [7, 1], 1],
    [1, [], 2],
    [1, [], 2],
  ]);
});

it('the server gives equal rooms one offer whose total and penalties are those of all of them, as in their conditions', async () => {
  const search = await client.search({ SearchRooms: [{ NumAdults: 1, Quantity: 2 }, { NumAdults: 1 }] });
  const conditions = await client.conditions(search);
  const [room] = conditions.choice.rooms;
  expect(conditions.choice.RoomIds).toHaveLength(3);
  expect(room?.TotalSellingPrice.Value).toBeCloseTo(3 * (room?.SellingPricePerRoom.Value ?? 0), 6);
  expect(conditions).toMatchObject({
    TotalSellingPrice: room?.TotalSellingPrice,
    PricingInfo: { Total: room?.TotalSellingPrice },
    CancelPolicies: room?.CancellationPolicies,
    CancellationPolicies: room?.CancellationPolicies,
  });
  const { Base, Taxes, Total } = conditions.PricingInfo ?? expect.fail('no pricing info');
  expect(Base.Value + Taxes.Value).toBeCloseTo(Total.Value, 2);
});

it('the server warns of a booking that leaves out rooms of the Search, and books only the others', async () => {
  const { client: own, journal } = startSupplier();
  const search = await own.search({ SearchRooms: [{ NumAdults: 2, Quantity: 3 }] });
  const [room] = choose(search).rooms;
  const RoomIds = [room?.Id];
  const one = await own.conditions(search, { change: { RoomIds } });
  expect(one.TotalSellingPrice).toEqual(room?.SellingPricePerRoom);
  const Rooms = [{ RoomId: room?.Id, Paxs: guestsOf({ NumAdults: 2, ChildAges: [] }) }];
  await own.book(one, { RoomIds, Rooms });
  const [entry] = journal.read({ operation: 'hotel.doBooking' });
  const message = expect.stringMatching(/^1 of the 3 rooms of the Search; the others are not booked/);
  expect(entry?.facts.warnings).toEqual([{ kind: 'lenient', field: 'RoomIds', message }]);
});

it('the server filters a Search by price and by the cheapest room, and leaves static data out on request', async () => {
  const all = roomsOf(await client.search()).map(room => room.TotalSellingPrice.Value);
  const [minPrice, maxPrice] = [Math.min(...all) * 1.2, Math.max(...all) * 0.8];
  const some = roomsOf(await client.search({ Filters: { MinPrice: minPrice, MaxPrice: maxPrice } })).map(
    room => room.TotalSellingPrice.Value,
  );
  expect(some).toEqual(all.filter(price => price >= minPrice && price <= maxPrice));
  expect(some.length).toBeGreaterThan(0);
  const cheapest = await client.search({ Filters: { CheapestRoomOnly: true } });
  expect(cheapest.Hotels.every(hotel => hotel.Rooms.length === 1)).toBe(true);
  const bare = await client.search({ ReturnHotelStaticData: false });
  expect(Object.keys(bare.Hotels[0] ?? {})).toEqual(['HotelId', 'Name', 'Rooms']);
});

it('the server sells in another currency, taxes and cancellation windows included (field.cancellation-policies, date.policies)', async () => {
  const dollars = (await client.search({ Currency: 'USD' })).Hotels[0]?.Rooms[0];
  const reais = (await client.search()).Hotels[0]?.Rooms[0];
  expect(dollars?.TotalSellingPrice).toEqual({
    Value: Math.round((reais?.TotalSellingPrice.Value ?? 0) * 18) / 100,
    Currency: 'USD',
  });
  expect(dollars?.PropertyTaxes).toMatchObject([{ Currency: 'USD', Type: 'PerNight' }]);
  expect(reais?.PropertyTaxes).toMatchObject([{ Currency: 'BRL', Type: 'PerNight' }]);
  const { Value } = dollars?.TotalSellingPrice ?? {};
  expect(dollars?.CancellationPolicies).toMatchObject([
    { StartDate: '2026-12-07', EndDate: '2026-12-09', Currency: 'USD' },
    { StartDate: '2026-12-10', EndDate: '2026-12-12', Currency: 'USD', Value },
  ]);
});

it('the server puts prepaid rates in penalty from the start: their first window begins before any booking (field.cancellation-policies)', async () => {
  const prepaid = roomsOf(await client.search()).filter(room => room.IsPrePayment);
  expect(prepaid.length).toBeGreaterThan(0);
  for (const room of prepaid)
    expect((room.CancellationPolicies[0]?.StartDate ?? '') <= '2026-11-20').toBe(true);
});

it('the server stamps its answers with the time of the sandbox, in UTC (date.timespan)', async () => {
  const { headers, body } = await client.call('hotel.search', { Criteria: testCriteria });
  expect(body.TimeSpan).toBe('2026-11-20 10:00:00');
  expect(headers.get('date')).toBe('Fri, 20 Nov 2026 10:00:00 GMT');
  expect(headers.get('x-understudy-time')).toBe('2026-11-20T10:00:00.000Z');
});

const fixed = ['TotalSellingPrice', 'CancellationPolicies', 'RestrictionType', 'IsPrePayment', 'CanPayLater'];

it('the server repeats the offer of every room in its conditions (field.total-selling-price)', async () => {
  const change = { ReturnOnRequestRooms: true };
  for (const { Id } of (await client.search(change)).Hotels[5]?.Rooms ?? []) {
    const isWanted = (room: { Id: string }) => room.Id === Id;
    const { choice, ...conditions } = await client.conditions(await client.search(change), { isWanted });
    for (const name of [...fixed, 'PropertyTaxes', 'MoreInformation'])
      expect(Reflect.get(conditions, name), name).toEqual(Reflect.get(choice.rooms[0] ?? {}, name));
  }
});
