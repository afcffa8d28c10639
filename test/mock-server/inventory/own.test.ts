import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { inventoryFile } from '#contracts/inventory';
import { bookingsOf } from '#mock-server';
import { createCollections, createInventory, writeInventory } from '#reference-data';
import { createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { read } from '../operations/get-static.ts';
import { hotelsIn, place, rates, sandboxOf, supplierWith } from './own-rates.ts';

describe('an inventory of your own', () => {
  it('is found by autocomplete, airportDetail, hotelDetail and Search', async () => {
    const supplier = await supplierWith(rates);
    expect((await read(supplier, 'autocomplete', { term: 'buzios' })).body).toMatchObject([
      { id: '9001', type: 'Destination' },
      { id: 'BZC', type: 'Airport' },
      ...Array(6).fill({ destinationId: '9001' }),
    ]);
    const { body: airport } = await read(supplier, 'airportDetail', { airportCode: 'BZC' });
    expect(airport.destinationId).toBe('9001');
    const rooms = ['Standard', 'Suite', 'Attic', 'Cellar'].map(name => ({ name }));
    const { body: hotel } = await read(supplier, 'hotelDetail', { hotelId: 778813 });
    expect(hotel).toMatchObject({ id: 778813, name: 'Pousada do Canto', category: '4', rooms });
    expect((await read(supplier, 'hotelDetail', { hotelId: 1001001 })).status).toBe(404);
    expect(hotelsIn(supplier).map(({ HotelId }) => HotelId)).toEqual([778812, 778813]);
    expect(hotelsIn(supplier)[0]?.Rooms).toHaveLength(4);
  });

  it('sells the rooms of a record with its prices, rules, taxes and dates', async () => {
    const supplier = await supplierWith(rates);
    const [, hotel] = hotelsIn(supplier);
    const tax = { Name: 'City tax', Amount: 6.5, Currency: 'BRL', Type: 'PerNight' };
    expect(hotel?.Rooms).toMatchObject([
      {
        RoomDescription: 'Standard',
        BoardDescription: 'Breakfast included',
        TotalSellingPrice: { Value: 820, Currency: 'BRL' },
        RestrictionType: 'CanBook',
        CanPayLater: true,
        PropertyTaxes: [tax],
        CancellationPolicies: [
          { StartDate: '2026-12-03', EndDate: '2026-12-09', Value: 410 },
          { StartDate: '2026-12-10', EndDate: '2026-12-12', Value: 820 },
        ],
      },
      {
        RoomDescription: 'Suite',
        RestrictionType: 'OnRequest',
        IsPrePayment: true,
        TotalSellingPrice: { Value: 1800 },
      },
    ]);
    const [, inDollars] = hotelsIn(supplier, { Currency: 'USD' });
    expect(inDollars?.Rooms[0]?.TotalSellingPrice).toEqual({ Value: 147.6, Currency: 'USD' });
    const later = hotelsIn(supplier, { CheckinDate: '2026-12-12', CheckoutDate: '2026-12-13' });
    expect(later[1]?.Rooms.map(room => room.RoomDescription)).toEqual(['Standard', 'Suite', 'Attic']);
    const closed = hotelsIn(supplier, { CheckinDate: '2027-02-17', CheckoutDate: '2027-02-18' });
    expect(closed.map(({ HotelId }) => HotelId)).toEqual([778812]);
    expect(hotelsIn(supplier, { CheckinDate: '2027-02-11', CheckoutDate: '2027-02-12' })).toHaveLength(2);
  });

  it('sells a room whose record states a rule with the flexible plan, whatever the seed draws', async () => {
    const rooms = Array.from({ length: 8 }, (_, index) => ({ name: `Room ${index}`, refundable: true }));
    const supplier = await supplierWith({ ...rates, hotels: [{ id: 778813, destination: '9001', rooms }] });
    const flexible = { RestrictionType: 'CanBook', IsPrePayment: false, CanPayLater: true };
    expect(hotelsIn(supplier)[0]?.Rooms).toMatchObject(Array(8).fill(flexible));
  });

  // biome-ignore lint/suspicious/noThenProperty: a field of the record
  const cancelling = (freeUntil: string) => ({ policies: { freeUntil, then: '25%' } });
  it.each([
    ['no taxes', { taxes: [] }, 'PropertyTaxes', undefined],
    ['a share', cancelling('P7D'), 'CancellationPolicies', [{ Value: 205 }, { Value: 820 }]],
    ['no time free of charge', cancelling('P0D'), 'CancellationPolicies', [{ StartDate: '2026-12-10' }]],
    ['HALF BOARD', { rooms: [{ name: 'A', board: 'HALF BOARD' }] }, 'BoardDescription', 'Half board'],
  ])('sells a room whose record states %s', async (_, stated, field, expected) => {
    const record = { id: 778813, destination: '9001', rooms: rates.hotels?.[1]?.rooms, ...stated };
    const file = inventoryFile().parse({ destinations: [place], hotels: [record] });
    const [hotel] = hotelsIn(await supplierWith(file));
    expect({ [field]: hotel?.Rooms[0]?.[field] }).toMatchObject({ [field]: expected });
  });

  it('confirms a booking on request after the time that its record states', async () => {
    const suite = { name: 'Suite', restriction: 'OnRequest' as const, confirmsAfter: 'PT20M' };
    const hotels = [{ id: 5, destination: '9001', rooms: [suite] }];
    const supplier = await supplierWith({ destinations: [place], hotels });
    const client = createHotelClient(supplier.fetch);
    const search = await client.search({ DestinationId: '9001', ReturnOnRequestRooms: true });
    const isWanted = (room: { RoomDescription?: string }) => room.RoomDescription === 'Suite';
    await client.book(await client.conditions(search, { isWanted }));
    const sandbox = sandboxOf(supplier);
    const statusAfter = (by: number) => {
      sandbox.clock.advance({ by });
      return bookingsOf(sandbox)[0]?.services[0]?.truth;
    };
    const seen = [statusAfter(0), statusAfter(20 * 60_000 - 1), statusAfter(1)];
    expect(seen).toEqual(['on-request', 'on-request', 'confirmed']);
  });

  it('draws a field in the same way whatever the record states beside it', async () => {
    const airportOf = async (stated: object) => {
      const file = { destinations: [{ ...place, airport: { code: 'BZC', ...stated } }] };
      return writeInventory(await createInventory(file)).destinations?.[0]?.airport;
    };
    expect(await airportOf({ latitude: 1 })).toEqual({ ...(await airportOf({})), latitude: 1 });
  });

  it('sells its own cars, transfers and tours, and the built-in ones where it has none', async () => {
    const supplier = await supplierWith({
      ...rates,
      tours: [{ id: 't1', destination: '9001', name: 'Boat', price: 80, weekdays: [4] }],
      cars: [{ id: 'c1', destination: '9001', name: 'Buggy', company: 'Duna', price: 200, sipp: 'EDMR' }],
    });
    const offers = (product: 'car' | 'transfer' | 'tour', criteria: object) =>
      JSON.parse(
        `{${sandboxOf(supplier).inventory.current.inventoryOf(product).search(criteria, '').members}}`,
      );
    const at = { LocationType: 'Airport', LocationCode: 'BZC', Time: '13:00' };
    const car = {
      Pickup: { ...at, Date: '2026-12-10' },
      Dropoff: { ...at, Date: '2026-12-13' },
      DriverAge: 30,
    };
    expect(offers('car', car).Cars).toMatchObject([
      { CarModel: 'Buggy', Rental: { RentalName: 'Duna' }, TotalSellingPrice: { Value: 600 } },
    ]);
    const days = { InitialServiceDate: '2026-12-09', FinalServiceDate: '2026-12-17' };
    const tour = { DestinationId: '9001', ...days, NumberOfAdults: 2, ChildAges: [5] };
    expect(offers('tour', tour).Tours).toMatchObject([
      { TourName: 'Boat', AvailableDates: ['2026-12-10', '2026-12-17'], TotalSellingPrice: { Value: 200 } },
    ]);
    const Dropoff = { ...at, LocationType: 'Destination', LocationCode: '9001' };
    const way = { Pickup: at, Dropoff, ServiceDate: '2026-12-10', Time: '13:00', NumberOfAdults: 2 };
    expect(offers('transfer', way).Transfers.length).toBeGreaterThan(10);
  });

  it('exists beside the built-in inventory with builtIn, and replaces records with its ids', async () => {
    const supplier = await supplierWith({
      builtIn: true,
      hotels: [{ id: 1001001, destination: '1001', name: 'Mine' }],
    });
    const { places } = sandboxOf(supplier);
    expect(places.destinations).toHaveLength(12);
    const names = places.hotelsOf('1001').map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['Mine', 'Hotel Albuquerque']);
  });

  it('shares the generated rooms of hotels, and a change of the rooms of one changes no other', async () => {
    const hotels = [1, 5].map(id => ({ id, destination: '9001', category: '4' as const }));
    const { hotels: made } = await createCollections({
      hotels: (await createInventory({ destinations: [place], hotels })).hotels?.all() ?? [],
    });
    const roomsOf = () => made.all().map(({ rooms }) => rooms);
    const [first, second] = roomsOf();
    expect(first).toBe(second);
    const [name] = first?.map(room => room.name) ?? [];
    await made.update(q => q.where({ id: 1 }), {
      data: hotel => void Object.assign(hotel.rooms[0] ?? {}, { name: 'Attic' }),
    });
    expect(roomsOf().map(([room]) => room?.name)).toEqual(['Attic', name]);
    const hotel = { ...structuredClone(made.all()[0]), rooms: [] } as Parameters<typeof made.create>[0];
    const print = vi.spyOn(console, 'error').mockReturnValue();
    await expect(made.create(hotel)).rejects.toThrow('does not match the schema');
    expect(JSON.stringify(print.mock.calls)).toContain('"path":["rooms"]');
    print.mockRestore();
  });

  it('shows a change of a collection in the next call', async () => {
    const inventory = await createInventory(rates);
    const supplier = createTestSupplier({ inventory });
    const hotels = inventory.hotels as unknown as Awaited<
      ReturnType<typeof import('#reference-data').referenceCollections>
    >['hotels'];
    await hotels.update(q => q.where({ id: 778812 }), {
      data: hotel => void Object.assign(hotel, { soldOut: true }),
    });
    expect(hotelsIn(supplier).map(({ HotelId }) => HotelId)).toEqual([778813]);
    hotels.delete(q => q.where({ id: 778813 }));
    expect(hotelsIn(supplier)).toEqual([]);
    await hotels.update(q => q.where({ id: 778812 }), {
      data: hotel => void Object.assign(hotel, { id: 5, soldOut: false }),
    });
    const [moved] = hotels.all();
    await hotels.create({ ...structuredClone(moved), id: 6 } as Parameters<typeof hotels.create>[0]);
    expect(hotelsIn(supplier).map(({ HotelId }) => HotelId)).toEqual([5, 6]);
    expect(sandboxOf(supplier).places.hotel(778812)).toBeUndefined();
    expect(sandboxOf(supplier).places.hotel(778813)).toBeUndefined();
  });

  it('is written as a complete file, from which the same inventory is read', async () => {
    const names = { pt: 'Praia', en: 'Beach', es: 'Playa' };
    const inventory = await createInventory({
      ...rates,
      destinations: [place, { id: '9002', name: names }],
      tours: [{ id: 't1', destination: '9001' }],
    });
    const file = writeInventory(inventory);
    expect(file.destinations?.map(({ name }) => name)).toEqual(['Búzios', names]);
    expect(writeInventory(await createInventory(file, { seed: 'other' }))).toEqual(file);
    expect(file.hotels?.[1]).toMatchObject({
      ...rates.hotels?.[1],
      rooms: [{ board: 'Breakfast included' }, {}, {}, {}],
    });
  });

  it('takes Testville away when it has a destination with its id', async () => {
    const { catalogue } = await import('#scenarios');
    const inventory = await createInventory({
      destinations: [{ id: '9000', name: 'Nova' }],
      hotels: [{ id: 9000001, destination: '9000' }],
    });
    const { places } = sandboxOf(createTestSupplier({ inventory, catalogue }));
    expect(places.destinations.map(({ name }) => name.en)).toEqual(['Nova']);
  });

  it('draws what a record leaves out from the seed and the id only', async () => {
    const ids = [...Array(8).keys()].map(index => 700_001 + index);
    const records = fc.record({
      ids: fc.subarray(ids, { minLength: 1 }),
      changed: fc.constantFrom(...ids),
      name: fc.constantFrom('A', 'B'),
    });
    const hotels = ids.map(id => ({ id, destination: '9001' }));
    const all = await supplierWith({ destinations: [place], hotels });
    const whole = new Map(hotelsIn(all).map(hotel => [hotel.HotelId, hotel]));
    await fc.assert(
      fc.asyncProperty(records, async ({ ids: kept, changed, name }) => {
        const hotels = kept.map(id => ({
          id,
          destination: '9001',
          ...(id === changed && { name, rooms: [{ name, price: 5 }] }),
        }));
        for (const hotel of hotelsIn(await supplierWith({ destinations: [place], hotels })))
          if (hotel.HotelId !== changed) expect(hotel).toEqual(whole.get(hotel.HotelId));
      }),
      { numRuns: 20 },
    );
    const names = [...whole.values()].map(hotel => Object.values(hotel)[1]);
    expect(names.slice(0, 2)).toEqual(['Casa Oliveira Centro Santos', 'Solar Braga']);
  });
});
