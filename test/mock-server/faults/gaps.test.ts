import { describe, expect, it } from 'vitest';
import { suppliers } from '#contracts/suppliers';
import { createControlClient } from '../control/control-client.ts';
import { createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { createTripClient } from '../trip-client.ts';

const start = (...faults: string[]) => {
  const supplier = createTestSupplier({ faults });
  return {
    supplier,
    sandbox: supplier.sandboxes.require('default'),
    client: createTripClient(supplier.fetch),
  };
};

const [absent, ...others] = suppliers;
const suppliersOf = ({ Hotels }: { Hotels: { Rooms: { SupplierName: string }[] }[] }) =>
  new Set(Hotels.flatMap(({ Rooms }) => Rooms.map(({ SupplierName }) => SupplierName)));

describe('a Search without one of its suppliers', () => {
  it('svc.6: has the offers of the others as they are, and an entry in Errors[]', async () => {
    const all = await createHotelClient(createTestSupplier().fetch).search();
    const { client, sandbox } = start(`hotel.search:partial=${absent},times=1`);
    const some = await client.search();
    expect(suppliersOf(some)).toEqual(new Set(others));
    expect(some.Errors).toEqual([
      { Code: 'SupplierUnavailable', Message: `${absent} did not answer in time` },
    ]);
    expect(some.Hotels).toEqual(
      all.Hotels.filter(({ Rooms }) => Rooms.every(({ SupplierName }) => SupplierName !== absent)),
    );
    expect(sandbox.journal.read()[0]?.facts.answer).toMatchObject({
      found: some.Hotels.length,
      errors: ['SupplierUnavailable'],
    });
    expect(suppliersOf(await client.search())).toEqual(new Set(suppliers));
  });

  it('is in the journal as it was sent', async () => {
    const { client, supplier } = start(`hotel.search:partial=${absent}`);
    const sent = await client.search();
    const log = await createControlClient(supplier.fetch).send('listExchanges');
    expect(await log.json()).toMatchObject([{ answerBody: sent }]);
  });

  it('lacks them in every product, and two suppliers as well as one', async () => {
    const { client } = start(...suppliers.map(name => `car.search+tour.search:partial=${name}`));
    for (const product of ['car', 'tour'] as const)
      expect((await client.find(product)).offers, product).toEqual([]);
    expect((await client.find('transfer')).offers.length).toBeGreaterThan(0);
  });

  it('books the remaining offers', async () => {
    const { client } = start(`hotel.search:partial=${absent}`);
    expect(await client.book()).toMatchObject({ bookingStatus: 'CONFIRMED' });
  });

  it('requires an existing supplier, and names it', () => {
    expect(() => start('hotel.search:partial=Jacaranda')).toThrow(
      'got "Jacaranda"; did you mean "Jacaranda Stays"?',
    );
  });
});

const roomsOf = (isWanted: boolean | undefined) => async (found: ReturnType<typeof start>) => {
  const change = isWanted === undefined ? {} : { ReturnOnRequestRooms: isWanted };
  const { Hotels } = await found.client.search(change);
  return Hotels.map(({ Rooms }) => Rooms.map(({ RestrictionType }) => RestrictionType));
};

it('field.return-on-request: a Search that returns only some rooms of each hotel has the rooms on request first, if the request sets ReturnOnRequestRooms', async () => {
  const unset = await roomsOf(undefined)(start('hotel.search:room-limit=2'));
  expect(new Set(unset.map(rooms => rooms.join()))).toEqual(new Set(['CanBook,CanBook']));
  const set = await roomsOf(true)(start('hotel.search:room-limit=2'));
  expect(new Set(set.map(rooms => rooms.join()))).toEqual(new Set(['OnRequest,CanBook']));
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
