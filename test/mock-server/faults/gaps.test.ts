import { describe, expect, it } from 'vitest';
import { suppliers } from '#contracts/suppliers';
import { startTrips } from '../trip-client.ts';

const start = (...faults: string[]) => startTrips({ faults });

const [absent, ...others] = suppliers;
const suppliersOf = ({ Hotels }: { Hotels: { Rooms: { SupplierName: string }[] }[] }) =>
  new Set(Hotels.flatMap(({ Rooms }) => Rooms.map(({ SupplierName }) => SupplierName)));

describe('a Search without one of its suppliers', () => {
  it('svc.6: has the offers of the others as they are, and an entry in Errors[]', async () => {
    const all = await start().client.search();
    const { client, journal } = start(`hotel.search:partial=${absent},times=1`);
    const some = await client.search();
    expect(suppliersOf(some)).toEqual(new Set(others));
    const Message = `${absent} did not answer in time`;
    expect(some.Errors).toEqual([{ Code: 'SupplierUnavailable', Message }]);
    expect(some.Hotels).toEqual(
      all.Hotels.filter(({ Rooms }) => Rooms.every(({ SupplierName }) => SupplierName !== absent)),
    );
    const { answer } = journal.read()[0]?.facts ?? {};
    expect(answer).toMatchObject({ found: some.Hotels.length, errors: ['SupplierUnavailable'] });
    expect(suppliersOf(await client.search())).toEqual(new Set(suppliers));
  });

  it('is in the journal as it was sent', async () => {
    const { client, control } = start(`hotel.search:partial=${absent}`);
    const sent = await client.search();
    expect((await control.ask('listExchanges')).body).toMatchObject([{ answerBody: sent }]);
  });

  it('lacks them in every product, and two suppliers as well as one', async () => {
    const { client } = start(...suppliers.map(name => `car.search+tour.search:partial=${name}`));
    for (const product of ['car', 'tour'] as const)
      expect((await client.find(product)).offers, product).toEqual([]);
    expect((await client.find('transfer')).offers.length).toBeGreaterThan(0);
  });

  it('requires an existing supplier, and names it', () => {
    const hint = 'got "Jacaranda"; did you mean "Jacaranda Stays"?';
    expect(() => start('hotel.search:partial=Jacaranda')).toThrow(hint);
  });
});

/** Returns the restrictions of the rooms that some hotel has in a Search with two rooms at most. */
async function roomsOf(change: object): Promise<Set<string>> {
  const { Hotels } = await start('hotel.search:room-limit=2').client.search(change);
  return new Set(Hotels.map(({ Rooms }) => Rooms.map(({ RestrictionType }) => RestrictionType).join()));
}

it('field.return-on-request: a Search that returns only some rooms of each hotel has the rooms on request first, if the request sets ReturnOnRequestRooms', async () => {
  expect(await roomsOf({})).toEqual(new Set(['CanBook,CanBook']));
  expect(await roomsOf({ ReturnOnRequestRooms: true })).toEqual(new Set(['OnRequest,CanBook']));
});

describe('static data with gaps', () => {
  it('res.hotel-detail: has the fields that are kept, and no others', async () => {
    const { client } = start('hotelDetail:sparse=id,times=1');
    const detail = () => client.call('hotelDetail', { hotelId: 1001001 });
    expect((await detail()).body).toEqual({ id: 1001001 });
    expect((await detail()).body).toHaveProperty('name');
  });

  it('is for static data only', () => {
    expect(() => start('hotel.search:sparse=id')).toThrow('HotelDetail and AirportDetail');
  });
});

it('err.400: a 400 by a fault names fields of the request, and uses no Token up', async () => {
  const { client } = start('hotel.getBookingConditions:status=400,times=1');
  const search = await client.search();
  await expect(client.conditions(search)).rejects.toThrow(/400: .*"Code":"InvalidRequest".*"Field":"Token"/);
  expect(await client.conditions(search)).toMatchObject({ Errors: [] });
});
