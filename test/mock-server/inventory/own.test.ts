import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClient } from '#client';
import type { InventoryFile } from '#contracts/inventory';
import type { Scenario } from '#contracts/scenario';
import { bookingsOf, type MockSupplier } from '#mock-server';
import { createInventory, writeInventory } from '#reference-data';
import { bundledProfile } from '#scenarios/catalogue/bundled-profiles';
import { readInventory } from '#scenarios/catalogue/inventory/index';
import { learnInventory } from '#scenarios/catalogue/inventory/learn';
import { scenarioOf } from '../../scenarios/catalogue/scenario-of.ts';
import { runCommand } from '../../scenarios/cli/run-command.ts';
import { createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { read } from '../operations/get-static.ts';

const place = { id: '9001', name: 'Búzios', country: 'BR', airport: { code: 'BZC' } };
const rates: InventoryFile = {
  destinations: [place],
  hotels: [
    { id: 778812, destination: '9001' },
    {
      id: 778813,
      destination: '9001',
      name: 'Pousada do Canto',
      category: '4',
      rooms: [
        {
          name: 'Standard',
          board: 'breakfast',
          price: 410,
          currency: 'BRL',
          restriction: 'CanBook',
          canPayLater: true,
        },
        { name: 'Suite', price: 900, restriction: 'OnRequest', confirmsAfter: 'PT20M', prePayment: true },
        { name: 'Attic', price: 100, closed: ['2026-12-11'] },
        { name: 'Cellar', price: 100, soldOut: true },
      ],
      closed: ['2027-02-12/2027-02-17'],
      // biome-ignore lint/suspicious/noThenProperty: a field of the record
      policies: { freeUntil: 'P7D', then: '50%' },
      taxes: [{ name: 'City tax', amount: 6.5, currency: 'BRL', type: 'PerNight' }],
    },
  ],
};

const supplierWith = async (file: InventoryFile): Promise<MockSupplier> =>
  createTestSupplier({ inventory: await createInventory(file), options: { rateLimit: false } });
const sandboxOf = (supplier: MockSupplier) => supplier.sandboxes.require('default');

interface Room {
  RoomDescription: string;
  [field: string]: unknown;
}

function hotelsIn(supplier: MockSupplier, change: object = {}): { HotelId: number; Rooms: Room[] }[] {
  const criteria = {
    DestinationId: '9001',
    CheckinDate: '2026-12-10',
    CheckoutDate: '2026-12-12',
    SearchRooms: [{ NumAdults: 2 }],
    Nationality: 'BR',
    ReturnOnRequestRooms: true,
    ...change,
  };
  const { members } = sandboxOf(supplier)
    .inventory.inventoryOf('hotel')
    .search(criteria, JSON.stringify(criteria));
  return JSON.parse(`{${members}}`).Hotels;
}

describe('an inventory of your own', () => {
  it('is found by autocomplete, airportDetail, hotelDetail and Search', async () => {
    const supplier = await supplierWith(rates);
    expect((await read(supplier, 'autocomplete', { term: 'buzios' })).body).toMatchObject([
      { id: '9001', type: 'Destination' },
      { id: 'BZC', type: 'Airport' },
      ...Array(6).fill({ destinationId: '9001' }),
    ]);
    expect((await read(supplier, 'airportDetail', { airportCode: 'BZC' })).body).toMatchObject({
      destinationId: '9001',
    });
    expect((await read(supplier, 'hotelDetail', { hotelId: 778813 })).body).toMatchObject({
      id: 778813,
      name: 'Pousada do Canto',
      category: '4',
      rooms: [{ name: 'Standard' }, { name: 'Suite' }, { name: 'Attic' }, { name: 'Cellar' }],
    });
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
    expect(hotelsIn(supplier, { Currency: 'USD' })[1]?.Rooms[0]).toMatchObject({
      TotalSellingPrice: { Value: 147.6, Currency: 'USD' },
    });
    const later = hotelsIn(supplier, { CheckinDate: '2026-12-12', CheckoutDate: '2026-12-13' });
    expect(later[1]?.Rooms.map(room => room.RoomDescription)).toEqual(['Standard', 'Suite', 'Attic']);
    const closed = hotelsIn(supplier, { CheckinDate: '2027-02-17', CheckoutDate: '2027-02-18' });
    expect(closed.map(({ HotelId }) => HotelId)).toEqual([778812]);
    expect(hotelsIn(supplier, { CheckinDate: '2027-02-11', CheckoutDate: '2027-02-12' })).toHaveLength(2);
  });

  it('confirms a booking on request after the time that its record states', async () => {
    const supplier = await supplierWith({
      destinations: [place],
      hotels: [
        {
          id: 5,
          destination: '9001',
          rooms: [{ name: 'Suite', restriction: 'OnRequest', confirmsAfter: 'PT20M' }],
        },
      ],
    });
    const client = createHotelClient((url, init) => supplier.fetch(url, init));
    const search = await client.search({ DestinationId: '9001', ReturnOnRequestRooms: true });
    await client.book(
      await client.conditions(search, { isWanted: room => room.RoomDescription === 'Suite' }),
    );
    const sandbox = sandboxOf(supplier);
    const statusAfter = (by: number) => {
      sandbox.clock.advance({ by });
      return bookingsOf(sandbox)[0]?.services[0]?.truth;
    };
    expect([statusAfter(0), statusAfter(20 * 60_000 - 1), statusAfter(1)]).toEqual([
      'on-request',
      'on-request',
      'confirmed',
    ]);
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
      JSON.parse(`{${sandboxOf(supplier).inventory.inventoryOf(product).search(criteria, '').members}}`);
    const at = { LocationType: 'Airport', LocationCode: 'BZC', Time: '13:00' };
    expect(
      offers('car', {
        Pickup: { ...at, Date: '2026-12-10' },
        Dropoff: { ...at, Date: '2026-12-13' },
        DriverAge: 30,
      }).Cars,
    ).toMatchObject([
      { CarModel: 'Buggy', Rental: { RentalName: 'Duna' }, TotalSellingPrice: { Value: 600 } },
    ]);
    expect(
      offers('tour', {
        DestinationId: '9001',
        InitialServiceDate: '2026-12-09',
        FinalServiceDate: '2026-12-17',
        NumberOfAdults: 2,
        ChildAges: [5],
      }).Tours,
    ).toMatchObject([
      { TourName: 'Boat', AvailableDates: ['2026-12-10', '2026-12-17'], TotalSellingPrice: { Value: 200 } },
    ]);
    expect(
      offers('transfer', {
        Pickup: at,
        Dropoff: { ...at, LocationType: 'Destination', LocationCode: '9001' },
        ServiceDate: '2026-12-10',
        Time: '13:00',
        NumberOfAdults: 2,
      }).Transfers.length,
    ).toBeGreaterThan(10);
  });

  it('exists beside the built-in inventory with builtIn, and replaces records with its ids', async () => {
    const supplier = await supplierWith({
      builtIn: true,
      hotels: [{ id: 1001001, destination: '1001', name: 'Mine' }],
    });
    const { places } = sandboxOf(supplier);
    expect(places.destinations).toHaveLength(12);
    expect(
      places
        .hotelsOf('1001')
        .map(({ name }) => name)
        .slice(0, 2),
    ).toEqual(['Mine', 'Hotel Albuquerque']);
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
    expect(sandboxOf(supplier).places.hotel(778813)).toBeUndefined();
  });

  it('is written as a complete file, from which the same inventory is read', async () => {
    const inventory = await createInventory({ ...rates, tours: [{ id: 't1', destination: '9001' }] });
    const file = writeInventory(inventory);
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
    const all = await supplierWith({
      destinations: [place],
      hotels: ids.map(id => ({ id, destination: '9001' })),
    });
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
    expect([...whole.values()].map(hotel => Object.values(hotel)[1]).slice(0, 2)).toMatchInlineSnapshot(`
      [
        "Casa Oliveira Centro Santos",
        "Solar Braga",
      ]
    `);
  });
});

describe('the inventory in the setup of a scenario', () => {
  const begin = (inventory: object) => {
    const scenario = { ...scenarioOf('hotel-confirmed'), setup: { inventory } } as Scenario;
    return createTestSupplier({ catalogue: [scenario], scenario: scenario.id });
  };

  it('changes and adds records of the sandbox, also after a reset', () => {
    const hotels = [
      { id: 1001001, soldOut: true },
      { id: 5, destination: '1001', name: 'Novo' },
    ];
    const supplier = begin({ hotels });
    for (const sandbox of [sandboxOf(supplier), supplier.sandboxes.reset('default')]) {
      const { name, soldOut } = sandbox.places.hotel(1001001) ?? {};
      expect([name, soldOut, sandbox.places.hotel(5)?.name]).toEqual([
        'Hotel Jardim Copacabana',
        true,
        'Novo',
      ]);
    }
    const state = JSON.parse(JSON.stringify(sandboxOf(supplier).dump()));
    state.inventory = [];
    expect(supplier.sandboxes.restore(state, { id: 'fork' }).places.hotel(5)).toBeUndefined();
  });

  it.each([
    [{ hotels: [{ id: 7, name: 'A' }] }, /setup\.inventory\.hotels\[0\]: destination: missing/],
    [{ tours: [{ id: 't', destination: '1' }] }, /no destination "1"; create it first/],
  ])('refuses %j', (inventory, message) => {
    expect(() => begin(inventory)).toThrow(message);
  });
});

describe('the control API of the inventory', () => {
  const control = async (supplier: MockSupplier, method: string, path: string, body?: object) => {
    const answer = await supplier.fetch(`http://supplier.test/_control/sandboxes/default/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: answer.status, body: answer.status === 204 ? undefined : await answer.json() };
  };
  const idsIn = (supplier: MockSupplier) => hotelsIn(supplier).map(({ HotelId }) => HotelId);
  const stored = (supplier: MockSupplier) => sandboxOf(supplier).dump().inventory ?? [];

  it('shows each change in the next call, and keeps only what differs from the file', async () => {
    const supplier = await supplierWith(rates);
    const { body: before } = await control(supplier, 'GET', 'inventory/hotels/778812');
    expect(before).toMatchObject({ id: 778812, destination: '9001', rooms: [{}, {}, {}, {}] });
    expect(await control(supplier, 'PATCH', 'inventory/hotels/778812', { soldOut: true })).toMatchObject({
      status: 200,
      body: { ...before, soldOut: true },
    });
    expect([idsIn(supplier), stored(supplier).length]).toEqual([[778813], 1]);
    await control(supplier, 'PATCH', 'inventory/hotels/778812', { soldOut: null });
    expect([idsIn(supplier), stored(supplier)]).toEqual([[778812, 778813], []]);
    await control(supplier, 'PUT', 'inventory/hotels/778814', {
      destination: '9001',
      rooms: [{ name: 'A', price: 10 }],
    });
    await control(supplier, 'DELETE', 'inventory/hotels/778813');
    expect(idsIn(supplier)).toEqual([778812, 778814]);
    await control(supplier, 'PUT', 'inventory/tours/t1', { destination: '9001', name: 'Boat' });
    expect((await control(supplier, 'GET', 'inventory/tours/t1')).body).toEqual({
      id: 't1',
      destination: '9001',
      name: 'Boat',
    });
  });

  it('is part of snapshots and exports, and a reset restores the file', async () => {
    const supplier = await supplierWith(rates);
    await control(supplier, 'DELETE', 'inventory/hotels/778813');
    const state = JSON.parse(JSON.stringify(sandboxOf(supplier).dump()));
    const fork = supplier.sandboxes.restore(state, { id: 'fork' });
    expect([fork.places.hotel(778813), fork.places.hotel(778812)?.id]).toEqual([undefined, 778812]);
    expect(supplier.sandboxes.reset('default').places.hotel(778813)?.id).toBe(778813);
  });

  it.each([
    ['GET', 'hotels/1', undefined, 404, 'has no record 1 in hotels'],
    ['PATCH', 'hotels/1', {}, 404, 'has no record 1 in hotels'],
    ['PUT', 'boats/1', {}, 400, 'boats'],
    ['PUT', 'hotels/x', { destination: '9001' }, 400, 'expected a whole number'],
    ['PUT', 'hotels/5', { id: 6, destination: '9001' }, 400, 'id: differs from 5 in the path'],
    ['PUT', 'hotels/5', { destination: '1' }, 400, 'destination: no destination "1"; create it first'],
    ['PATCH', 'hotels/778812', { rooms: [], price: 1 }, 400, 'expected at least one room'],
  ])('refuses %s %s, and changes nothing', async (method, path, body, status, message) => {
    const supplier = await supplierWith(rates);
    const answer = await control(supplier, method, `inventory/${path}`, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body).replaceAll('\\"', '"')).toContain(message);
    expect(stored(supplier)).toEqual([]);
  });

  it('refuses a room that was sold out after the Search, and a booking keeps its data when its hotel is removed', async () => {
    const supplier = await supplierWith(rates);
    const client = createHotelClient((url, init) => supplier.fetch(url, init));
    const search = await client.search({ DestinationId: '9001' });
    await client.book(await client.conditions(search));
    const booked = bookingsOf(sandboxOf(supplier));
    expect(booked).toHaveLength(1);
    const later = await client.search({ DestinationId: '9001' });
    await control(supplier, 'PATCH', 'inventory/hotels/778812', { soldOut: true });
    expect((await client.conditions(later)).Errors).toMatchObject([{ Code: 'RoomUnavailable' }]);
    await control(supplier, 'DELETE', 'inventory/hotels/778812');
    expect(bookingsOf(sandboxOf(supplier))).toEqual(booked);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'understudy-inventory-'));
const write = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const problemsOf = async (path: string): Promise<string> =>
  readInventory(path, { today: '2026-11-20' }).then(
    () => 'none',
    error => error.message.replaceAll(`${folder}/`, ''),
  );
const namesIn = async (path: string) =>
  (await readInventory(path, { today: '2026-11-20' })).hotels?.all().map(({ id, name }) => `${id} ${name}`);

describe('inventory files', () => {
  it('report all problems at once, with line and column', async () => {
    const path = write(
      'bad.yaml',
      `destinations:
  - { id: "1", name: One }
  - { id: "1", name: Two }
hotels:
  - { id: 5, destination: "2" }
  - { id: 5, destination: "1", rooms: [] }
  - id: 6
    destination: "1"
    closed: ["2020-01-01", "2020-13-01"]
    rooms:
      - { name: A, price: much }
      - { name: B, price: 1.234, restrictions: CanBook }
`,
    );
    expect(await problemsOf(path)).toMatchInlineSnapshot(`
      "bad.yaml:6:32: hotels[1].rooms: expected at least one room; leave the field out for rooms that the seed draws, got []
      bad.yaml:11:20: hotels[2].rooms[0].price: expected an amount such as 410.50, got "much"
      bad.yaml:12:20: hotels[2].rooms[1].price: expected an amount with at most two decimals, such as 410.50, got 1.234
      bad.yaml:12:34: hotels[2].rooms[1].restrictions: unknown; did you mean "restriction"?
      bad.yaml:9:28: hotels[2].closed[1]: expected a date, or a first and a last date such as "2027-02-12/2027-02-17", got "2020-13-01"
      bad.yaml:3:7: destinations[1].id: "1" is the id of destinations[0] too; each id exists once
      bad.yaml:5:14: hotels[0].destination: no destination "2"; add it to "destinations"
      bad.yaml:6:7: hotels[1].id: 5 is the id of hotels[0] too; each id exists once
      bad.yaml:9:14: hotels[2].closed[0]: 2020-01-01 is in the past; today is 2026-11-20
      bad.yaml:9:28: hotels[2].closed[1]: 2020-13-01 is in the past; today is 2026-11-20"
    `);
  });

  it.each([
    ['not.yaml', 'hotels: [', 'not valid YAML'],
    ['cycle.yaml', 'hotels: &a [*a]', 'refers to a value that contains the alias'],
    [
      'bomb.yaml',
      `${['a: &a [x,x,x,x,x,x,x,x,x]', ...[...'bcdefgh'].map((key, at) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[at]}`)}]`)].join('\n')}`,
      'the aliases expand to too many values',
    ],
    ['list.yaml', '- 1', 'expected lists'],
    [
      'column.csv',
      'id,destinatoin\n1,2',
      'column.csv:1:4: no column "destinatoin"; did you mean "destination"?',
    ],
    ['quote.csv', 'id,name\n1,"a', 'quote.csv:2:3: a quote has no end'],
    ['cells.csv', 'id,name\n1,a,b', 'cells.csv:2:5: the row has 3 cells, but the header has 2'],
    [
      'price.csv',
      'id,destination,room,price\n1,2,A,3\n1,2,B,cheap',
      'price.csv:3:7: hotels[0].rooms[1].price: expected an amount',
    ],
    ['none.csv', 'id,destination\n1,2', 'none.csv:2:3: hotels[0].destination: no destination "2"'],
  ])('refuses %s clearly', async (name, content, message) => {
    expect(await problemsOf(write(name, content))).toContain(message);
  });

  it('refuses a missing file, an empty folder and a huge file without reading it', async () => {
    expect(await problemsOf(join(folder, 'missing.yaml'))).toBe(
      'missing.yaml: cannot be read: there is no such file',
    );
    expect(await problemsOf(mkdtempSync(join(folder, 'empty-')))).toContain(
      'the folder has no YAML, JSON or CSV file',
    );
    const { truncateSync } = await import('node:fs');
    const huge = write('huge.yaml', '');
    truncateSync(huge, 1024 ** 3);
    expect(await problemsOf(huge)).toBe(
      'huge.yaml: the file has 1024 MB; at most 64 MB are read; split it into files of one folder',
    );
  });

  it.each([
    [
      'semicolons',
      'id;destination;destinationName;name;room;price\r\n7;9;Nova;"Casa ""A"";\nB";S;410,50\r\n',
    ],
    ['bom', '\uFEFFid,destination,destinationName,name,room,price\n7,9,Nova,"Casa ""A"";\nB",S,410.5\n'],
    ['tabs', 'id\tdestination\tdestinationName\tname\troom\tprice\n7\t9\tNova\t"Casa ""A"";\nB"\tS\t410.5'],
  ])('read hotels from CSV with %s', async (name, content) => {
    const { hotels, destinations } = await readInventory(write(`${name}.csv`, content));
    expect(hotels?.all()).toMatchObject([
      { id: 7, name: 'Casa "A";\nB', roomTypes: [{ name: 'S', price: 410.5 }] },
    ]);
    expect(destinations?.all()).toMatchObject([{ id: '9', name: { en: 'Nova' } }]);
  });

  it('read CSV in Latin-1', async () => {
    const bytes = Buffer.from('id,destination,destinationName,name\n7,9,Búzios,Praça\n', 'latin1');
    expect(await namesIn(write('latin.csv', bytes))).toEqual(['7 Praça']);
  });

  it('join all files of a folder, and find a problem in its file', async () => {
    const own = mkdtempSync(join(folder, 'many-'));
    writeFileSync(join(own, 'a.json'), '{"$schema": "x", "destinations": [{"id": "9"}]}');
    writeFileSync(join(own, 'b.csv'), 'id,destination,name\n7,9,A\n');
    writeFileSync(join(own, 'c.yaml'), 'hotels:\n  - { id: 8, destination: "9", name: B }\n');
    expect(await namesIn(own)).toEqual(['7 A', '8 B']);
    writeFileSync(join(own, 'c.yaml'), 'hotels:\n  - { id: 7, destination: "9", name: B }\n');
    expect(await problemsOf(own)).toMatch(/c\.yaml:2:7: hotels\[0\]\.id: 7 is the id of hotels\[0\] too/);
  });

  it('are parsed in parts when they are long, with the same records and places', async () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, at) => `  - { id: ${at + 1}, destination: "9", name: "H # ${at}" } # note`,
    );
    const text = (list: readonly string[]) =>
      `builtIn: false\ndestinations:\n  - { id: "9" }\nhotels:\n\n# all\n${list.join('\n')}\n`;
    const names = await namesIn(write('long.yaml', text(rows)));
    expect(names).toHaveLength(5_000);
    expect(names?.[4_999]).toBe('5000 H # 4999');
    const wrong = rows
      .with(4_000, '  - { id: 4001, destination: "9", nam: x }')
      .with(4_001, '  - { id: 1, destination: "9" }');
    expect(await problemsOf(write('wrong.yaml', text(wrong)))).toMatchInlineSnapshot(`
      "wrong.yaml:4007:35: hotels[4000].nam: unknown; did you mean "name"?
      wrong.yaml:4008:7: hotels[4001].id: 1 is the id of hotels[0] too; each id exists once"
    `);
    expect(await problemsOf(write('broken.yaml', text(rows.with(3_000, '  - { id: ['))))).toMatch(
      /^broken\.yaml:3008:\d+: not valid YAML/,
    );
  });
});

describe('understudy inventory', () => {
  it('writes a new file that it accepts, the same for the same seed', () => {
    const written = (seed: string) =>
      runCommand(['inventory', 'new', '--destinations', '2', '--hotels', '3', '--cars', '1', '--seed', seed])
        .stdout;
    const first = written('a');
    expect([written('a') === first, written('b') === first]).toEqual([true, false]);
    const path = write('new.yaml', first);
    const { stdout, status } = runCommand(['inventory', 'check', path]);
    expect([status, stdout.replace(folder, '')]).toEqual([
      0,
      '/new.yaml: valid; 2 destinations, 3 hotels, 1 car\n',
    ]);
  });

  it('writes more than a thousand hotels of a destination, each with an id of its own', () => {
    const { stdout } = runCommand(['inventory', 'new', '--destinations', '2', '--hotels', '2100', '--json']);
    const ids = JSON.parse(stdout).hotels.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(2_100);
  });

  it('prints each problem with its place, and no stack', () => {
    const { stderr, status } = runCommand([
      'inventory',
      'check',
      write('two.yaml', 'hotels:\n  - { id: x }\n'),
    ]);
    expect(status).toBe(64);
    expect(stderr.replaceAll(folder, '')).toMatchInlineSnapshot(`
      "understudy: /two.yaml:2:7: hotels[0].id: expected a whole number, got "x"
      understudy: /two.yaml:2:5: hotels[0].destination: missing: expected text; put a number in quotes
      "
    `);
  });

  it.each([
    ['the contract', []],
    ['the profile classic', ['--profile', 'classic']],
  ])('learns from traffic with the names of %s an inventory that sells the same', async (_, options) => {
    const profile = options.length > 0 ? bundledProfile('classic') : undefined;
    const supplier = createTestSupplier({ profile, inventory: await createInventory(rates) });
    const { identity, clock } = sandboxOf(supplier);
    const { staticToken, managerId } = identity;
    const { call, airport, hotel } = createClient({
      staticToken,
      managerId,
      baseUrl: 'http://supplier.test',
      credential: identity.credentials[0] as { Username: string; Password: string },
      profile,
      clock,
      fetch: supplier.fetch,
    });
    await call('autocomplete', { term: 'buzios' });
    await airport('BZC');
    await hotel(778813);
    const SearchRooms = [{ NumAdults: 2 }];
    const stay = { CheckinDate: '2026-12-12', CheckoutDate: '2026-12-14', SearchRooms, Nationality: 'BR' };
    await call('hotel.search', { Criteria: { DestinationId: '9001', ReturnOnRequestRooms: true, ...stay } });
    const at = { LocationType: 'Airport', LocationCode: 'BZC', Time: '13:00' } as const;
    const rental = { Pickup: { ...at, Date: '2026-12-10' }, Dropoff: { ...at, Date: '2026-12-12' } };
    await call('car.search', { Criteria: { ...rental, DriverAge: 30 } });
    const har = await supplier.fetch('http://supplier.test/_control/sandboxes/default/exchanges.har');
    // A recorder of another program writes no fields with an underscore.
    const text = JSON.stringify(await har.json(), (key, value) => (key.startsWith('_') ? undefined : value));
    const learn = (path: string) => runCommand(['inventory', 'learn', path, '--json', ...options]);
    const { stdout, stderr } = learn(write('traffic.har', text));
    expect(stderr).toBe('');
    const learned = await supplierWith(JSON.parse(stdout));
    const sold = (from: MockSupplier) =>
      hotelsIn(from, stay).map(({ Rooms, ...rest }) => ({
        ...rest,
        Rooms: Rooms.map(({ Id, MoreInformation, SupplierName, CancellationPolicies, ...room }) => ({
          ...room,
          // A Search of the profile has no policies.
          ...(!profile && { CancellationPolicies }),
        })),
      }));
    expect(sold(learned)[1]).toEqual(sold(supplier)[1]);
    const pricesIn = (from: MockSupplier) =>
      hotelsIn(from, stay)[0]?.Rooms.map(({ SellingPricePerRoom }) => SellingPricePerRoom);
    expect(pricesIn(learned)).toEqual(pricesIn(supplier));
    const { places } = sandboxOf(learned);
    expect(places.destinations).toMatchObject([
      { id: '9001', timeZone: 'America/Sao_Paulo', airport: { iataCode: 'BZC' } },
    ]);
    expect(places.itemsOf('cars', '9001').length).toBeGreaterThan(10);
  });

  it('says what a recording does not show, and leaves out what an inventory cannot have', () => {
    const answers = [
      ['autocomplete', {}, [{ type: 'Hotel', id: '5', name: 'Casa, Nova', destinationId: '9', hotelId: 5 }]],
      ['hotelDetail', {}, { id: 6, name: 'Solar', photos: ['none'] }],
      [
        'hotel.search',
        { Criteria: { DestinationId: '9', CheckinDate: '2026-12-12', NumNights: 1 } },
        {
          Hotels: [
            {
              HotelId: 7,
              Rooms: [{ RoomDescription: 'A', SellingPricePerRoom: { Value: 5, Currency: 'ARS' } }],
            },
          ],
        },
      ],
      ['hotel.search', {}, 'no object'],
    ].map(([operation, requestBody, answerBody]) => ({ operation, requestBody, answerBody, status: 200 }));
    const { file, gaps } = learnInventory(answers as Parameters<typeof learnInventory>[0]);
    expect(file).toEqual({
      destinations: [{ id: '9' }],
      hotels: [
        { id: 5, destination: '9', name: 'Casa' },
        { id: 7, destination: '9', rooms: [{ name: 'A' }] },
      ],
    });
    expect(gaps).toMatchInlineSnapshot(`
      [
        "offers without a price in BRL, USD, EUR, GBP: 1",
        "hotels whose destination is unknown, or is not possible here: 1",
        "hotels whose photos is unknown, or is not possible here: 1",
        "hotels without rooms: 1",
        "destinations without a time zone, which airportDetail returns: 1",
      ]
    `);
    expect(runCommand(['inventory', 'learn', write('no.har', '{"log":{"entries":[]}}')])).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('no answer of Autocomplete, AirportDetail, HotelDetail or Search'),
    });
  });
});
