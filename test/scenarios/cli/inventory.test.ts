import { describe, expect, it, vi } from 'vitest';
import { createClient } from '#client';
import type { Scenario } from '#contracts/scenario';
import type { MockSupplier } from '#mock-server';
import { createInventory } from '#reference-data';
import { bundledProfile } from '#scenarios/catalogue/bundled-profiles';
import { learnInventory } from '#scenarios/catalogue/inventory/learn';
import { makeSupplier } from '#scenarios/cli/make-supplier';
import { createFolder } from '../../folder.ts';
import { createTestSupplier } from '../../mock-server/hotel-client.ts';
import { hotelsIn, rates, sandboxOf, supplierWith } from '../../mock-server/inventory/own-rates.ts';
import { runCommand } from './run-command.ts';

const { path: folder, write } = createFolder();

describe('a server with an inventory and a scenario', () => {
  const taskOf = async (rooms: object[]) => {
    const city = { id: 'A2', name: 'Nova Esperança', timeZone: 'America/Manaus' };
    const hotels = [{ id: 52, destination: 'A2', rooms }];
    const inventory = write('served.json', JSON.stringify({ destinations: [city], hotels }));
    const supplier = await makeSupplier({ scenario: 'on-request-confirmed', inventory });
    const answer = await supplier.fetch('http://supplier.test/_control/scenarios');
    const { scenarios } = (await answer.json()) as { scenarios: Scenario[] };
    return scenarios.find(({ id }) => id === 'on-request-confirmed')?.task;
  };

  it('hands out the task with a place that serves the scenario', async () => {
    const task = await taskOf([{ name: 'A', price: 90, restriction: 'OnRequest' }]);
    expect(task?.steps).toMatchObject([{ criteria: { destination: 'Nova Esperança' } }]);
  });

  it('says why the inventory cannot serve the scenario, and keeps its places', async () => {
    const print = vi.spyOn(console, 'error').mockReturnValue();
    const task = await taskOf([{ name: 'A', price: 90, restriction: 'CanBook' }]);
    expect(task?.steps).toMatchObject([{ criteria: { destination: 'Rio de Janeiro' } }]);
    expect(print.mock.calls).toEqual([
      [expect.stringContaining('no hotel with restrictionType OnRequest on the dates of the task')],
    ]);
    print.mockRestore();
  });
});

/** Learns from answers with status 200. */
const learnFrom = (
  ...answers: readonly (readonly [operation: string, requestBody: object, answerBody: unknown])[]
) =>
  learnInventory(
    answers.map(([operation, requestBody, answerBody]) => ({
      operation,
      requestBody,
      answerBody,
      status: 200,
    })) as Exchanges,
  );
type Exchanges = Parameters<typeof learnInventory>[0];

describe('understudy inventory', () => {
  it('writes a new file that it accepts, the same for the same seed', () => {
    const written = (seed: string) =>
      runCommand(['inventory', 'new', '--destinations', '2', '--hotels', '3', '--cars', '1', '--seed', seed])
        .stdout;
    const first = written('a');
    expect([written('a') === first, written('b') === first]).toEqual([true, false]);
    const path = write('new.yaml', first);
    const { stdout: counts } = runCommand(['inventory', 'check', path, '--json']);
    expect(JSON.parse(counts)).toEqual({ destinations: 2, hotels: 3, cars: 1, transfers: 0, tours: 0 });
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
    const { stderr, status } = runCommand(`inventory check ${write('two.yaml', 'hotels:\n  - { id: x }\n')}`);
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
    const [Pickup, Dropoff] = [
      { LocationType: 'Airport', LocationCode: 'BZC' },
      { LocationType: 'Hotel', LocationCode: '778813' },
    ] as const;
    const people = { NumberOfAdults: 2, ChildrenAges: [5] };
    const ride = { Pickup, Dropoff, ServiceDate: '2026-12-10', Time: '15:30', ...people };
    await call('transfer.search', {
      Criteria: { ...ride, ServiceDateBack: '2026-12-12', TimeBack: '10:00' },
    });
    const week = { InitialServiceDate: '2026-12-10', FinalServiceDate: '2026-12-16' };
    const tour = { DestinationId: '9001', ...week, NumberOfAdults: 2, ChildAges: [2, 5, 9] };
    await call('tour.search', { Criteria: tour });
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
      { id: '9001', timeZone: 'America/Sao_Paulo', airport: { code: 'BZC' } },
    ]);
    expect(places.itemsOf('cars', '9001').length).toBeGreaterThan(10);
    const itemsIn = (from: MockSupplier, product: 'transfer' | 'tour', criteria: object) => {
      const { members } = sandboxOf(from)
        .inventory.current.inventoryOf(product)
        .search(criteria, JSON.stringify(criteria));
      const { Transfers, Tours } = JSON.parse(`{${members}}`);
      const shown = (Transfers ?? Tours).map((offer: Record<string, unknown>) => {
        // The name of a transfer contains the recorded way. The profile rounds totals, and leaves out policies.
        const { TransferId, TourId, TransferName, SupplierName, MoreInformation, PropertyTaxes, ...rest } =
          offer;
        const { SellingPrice, TotalSellingPrice, CancellationPolicies, ...others } = rest;
        return JSON.stringify(profile ? others : rest);
      });
      return shown.sort();
    };
    expect(itemsIn(learned, 'transfer', ride)).toEqual(itemsIn(supplier, 'transfer', ride));
    expect(itemsIn(learned, 'tour', tour)).toEqual(itemsIn(supplier, 'tour', tour));
  });

  it.each([
    ['a share', { StartDate: '2026-12-05', Value: 60 }, '{"freeUntil":"P7D","then":"30%"}'],
    ['one night', { StartDate: '2026-12-11', Value: 100 }, '{"freeUntil":"P1D","then":"night"}'],
    ['the whole price', { StartDate: '2026-12-12', Value: 200 }, '{"freeUntil":"P0D","then":"full"}'],
    ['a penalty from the booking on', { StartDate: '2000-01-01', Value: 60 }, undefined],
  ])('learns a policy with %s', (_, policy, policies) => {
    const Criteria = { DestinationId: '9', CheckinDate: '2026-12-12', NumNights: 2 };
    const room = {
      RoomDescription: 'A',
      SellingPricePerRoom: { Value: 200, Currency: 'BRL' },
      TotalSellingPrice: { Value: 200, Currency: 'BRL' },
      CancellationPolicies: [policy],
    };
    const search = (HotelId: number, change: object = {}) => ({
      operation: 'hotel.search',
      status: 200,
      requestBody: { Criteria },
      answerBody: { Hotels: [{ HotelId, Rooms: [room] }] },
      ...change,
    });
    const detail = { id: 7, destination: { id: '9' }, rooms: [{ name: 'B' }] };
    const exchanges = [
      search(7),
      { operation: 'hotelDetail', status: 200, answerBody: detail },
      search(8, { status: 500 }),
      search(9, { faults: ['slow'] }),
    ];
    const { file } = learnInventory(exchanges as Exchanges);
    const rooms = [{ name: 'A', price: 100, currency: 'BRL' }];
    expect(file.hotels).toMatchObject([{ id: 7, destination: '9', rooms }]);
    expect(JSON.stringify(file.hotels?.[0]?.rooms?.[0]?.policies)).toBe(policies);
  });

  it.each([
    [{ LocationType: 'Airport', LocationCode: 'AAA' }, '9'],
    [{ LocationType: 'Destination', LocationCode: '8' }, '8'],
    [{ LocationType: 'Hotel', LocationCode: '5' }, '7'],
    [{ LocationType: 'Hotel', LocationCode: '6' }, undefined],
  ])(
    'learns the destination of a car, and of a transfer from or to the place, of %j',
    (place, destination) => {
      const elsewhere = { LocationType: 'PointOfInterest', LocationCode: '701' };
      const dates = { ServiceDate: '2026-12-10', NumberOfAdults: 1 };
      const [from, to] = [
        { Pickup: place, Dropoff: elsewhere },
        { Pickup: elsewhere, Dropoff: place },
      ];
      const { file } = learnFrom(
        ['airportDetail', {}, { destinationId: '9', iataCode: 'AAA' }],
        ['hotelDetail', {}, { id: 5, destination: { id: '7' } }],
        ['car.search', { Criteria: from }, { Cars: [{ CarModel: 'A' }] }],
        ['transfer.search', { Criteria: { ...dates, ...to } }, { Transfers: [{ TransferName: 'B' }] }],
        ['transfer.search', { Criteria: { ...dates, ...from } }, { Transfers: [{ TransferName: 'C' }] }],
      );
      const items = [...(file.cars ?? []), ...(file.transfers ?? [])];
      const found = items.map(item => [item.name, item.destination]);
      expect(found).toEqual(
        destination === undefined ? [] : ['A', 'B', 'C'].map(name => [name, destination]),
      );
    },
  );

  it('says what a recording does not show, and leaves out what an inventory cannot have', () => {
    const Criteria = { DestinationId: '9', CheckinDate: '2026-12-12', NumNights: 1 };
    const Rooms = [{ RoomDescription: 'A', SellingPricePerRoom: { Value: 5, Currency: 'ARS' } }];
    const { file, gaps } = learnFrom(
      ['autocomplete', {}, [{ type: 'Hotel', id: '5', name: 'Casa, Nova', destinationId: '9', hotelId: 5 }]],
      ['hotelDetail', {}, { id: 6, name: 'Solar', photos: ['none'] }],
      ['hotel.search', { Criteria }, { Hotels: [{ HotelId: 7, Rooms }] }],
      ['hotel.search', {}, 'no object'],
    );
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
