import { describe, expect, it } from 'vitest';
import { type HotelRoomOffer, operations, type Product, productNames } from '#contracts';
import { locationTypes } from '#contracts/shapes';
import type { MockSupplier } from '#mock-server';
import { car, hotel, sold, tour, transfer } from '#scenarios/catalogue/parts';
import { createControlClient } from '../control/control-client.ts';
import {
  createHotelClient,
  createTestSupplier,
  guestsOf,
  type HotelClient,
  testCriteria,
} from '../hotel-client.ts';
import { outcomeOf } from './header-client.ts';
import { scenarioOf, smallCatalogue } from './scenarios.ts';
import { carSearch, tourSearch, transferSearch } from './searches.ts';

const all: Product[] = ['hotel', 'car', 'transfer', 'tour'];
const cut = (product: Product) => `${product}.doBooking:cut=before-headers,commit=before,times=1`;
const catalogue = [
  ...smallCatalogue,
  scenarioOf('lost', { faults: all.map(cut) }, { trigger: 'Answer lost after booking', products: all }),
  scenarioOf('dearer', { faults: ['*.getBookingConditions:price=10'] }, { trigger: 'Dearer', products: all }),
  scenarioOf(
    'late-503',
    { faults: ['hotel.getBookingConditions:status=503,times=1', 'getBookingDetail:status=503,nth=2'] },
    { trigger: 'Fails once', surname: 'Testlate' },
  ),
];

type Choose = NonNullable<ReturnType<typeof hotel>['choose']>;
const hotelThat = (id: string, choose: Choose) =>
  scenarioOf(id, {}, { trigger: id, task: { steps: [hotel({ choose })] } });
const choosing = [
  hotelThat('prepaid', sold.prepaid),
  hotelThat('paid-at-booking', sold.paidAtBooking),
  hotelThat('on-request', sold.onRequest),
  hotelThat('flexible', sold.flexible),
  hotelThat('impossible', { restrictionType: 'OnRequest', isPrePayment: true }),
];
const flatPrepaid = [
  scenarioOf(
    'prepaid',
    {},
    {
      trigger: 'Prepaid',
      products: all,
      task: { steps: [car, transfer, tour].map(step => ({ ...step, choose: sold.prepaid })) },
    },
  ),
];

/** The index of the rate plan that a room offer has. */
const planOf = ({ RestrictionType, IsPrePayment, CanPayLater }: HotelRoomOffer): number => {
  if (RestrictionType === 'OnRequest') return 3;
  if (IsPrePayment) return 2;
  return CanPayLater ? 0 : 1;
};

const start = () => createTestSupplier({ catalogue, options: { rateLimit: false } });
const testville = { DestinationId: '9000' };

/** Returns conditions of the hotel with a name, for a client that knows only the answer to its Search. */
async function conditionsOf(client: HotelClient, name: string) {
  const search = await client.search({ ...testville, ReturnOnRequestRooms: true });
  const hotel = search.Hotels.find(({ Name }) => Name === name);
  const room = hotel?.Rooms.find(({ CanPayLater, IsPrePayment }) => CanPayLater && !IsPrePayment);
  if (!hotel || !room) throw new Error(`no room in "${name}"`);
  const choice = { HotelId: hotel.HotelId, RoomIds: [room.Id], rooms: [room] };
  const body = { Token: search.Token, HotelId: hotel.HotelId, RoomIds: [room.Id] };
  return { search, room, choice, body };
}

async function bookIn(client: HotelClient, name: string, change: object = {}) {
  const { body, choice, room } = await conditionsOf(client, name);
  const { body: conditions } = await client.call('hotel.getBookingConditions', body);
  const price = [room.TotalSellingPrice.Value, conditions.TotalSellingPrice?.Value];
  return { price, booked: () => client.book({ ...conditions, choice }, change) };
}

const scenariosOf = (supplier: MockSupplier) =>
  supplier.sandboxes
    .require('default')
    .journal.read()
    .map(({ facts }) => facts.scenario);

describe('Testville', () => {
  it('is found by autocomplete and by its airport', async () => {
    const client = createHotelClient(start().fetch);
    const { body: found } = await client.call('autocomplete', { term: 'testv' });
    const { body: airport } = await client.call('airportDetail', { airportCode: 'TVL' });
    expect(found[0]).toMatchObject({ id: '9000', name: 'Testville', type: 'Destination' });
    expect(found.map(({ type }) => type).filter((type, at, types) => types.indexOf(type) === at)).toEqual(
      locationTypes.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
    );
    expect(found.at(-1)).toMatchObject({ id: '9000003', name: 'Fails once, Testville', type: 'Hotel' });
    expect(airport).toMatchObject({ iataCode: 'TVL', destinationId: '9000' });
    expect((await client.call('hotelDetail', { hotelId: 9_000_001 })).body.name).toBe(
      'Answer lost after booking, Testville',
    );
  });

  it('has a hotel for each scenario with a trigger, in their order, with every kind of room', async () => {
    const { Hotels } = await createHotelClient(start().fetch).search({
      ...testville,
      ReturnOnRequestRooms: true,
    });
    expect(Hotels.map(({ HotelId, Name }) => [HotelId, Name])).toEqual([
      [9_000_001, 'Answer lost after booking, Testville'],
      [9_000_002, 'Dearer, Testville'],
      [9_000_003, 'Fails once, Testville'],
    ]);
    for (const { Rooms } of Hotels)
      expect(Rooms.map(room => [room.RestrictionType, room.IsPrePayment, room.CanPayLater])).toEqual([
        ['CanBook', false, true],
        ['CanBook', false, false],
        ['CanBook', true, true],
        ['OnRequest', false, true],
      ]);
  });

  it('sells only the offers that the task of a scenario chooses, where these are special', async () => {
    const supplier = createTestSupplier({ catalogue: choosing });
    const ask = async (ReturnOnRequestRooms: boolean) => {
      const client = createHotelClient(supplier.fetch);
      const { Hotels } = await client.search({ ...testville, ReturnOnRequestRooms });
      return Hotels.map(({ Name, Rooms }) => [Name.split(',')[0], Rooms.map(planOf)]);
    };
    const always = [
      ['prepaid', [2]],
      ['paid-at-booking', [1]],
    ];
    expect(await ask(true)).toEqual([
      ...always,
      ['on-request', [3]],
      ['flexible', [0, 1, 2, 3]],
      ['impossible', [0, 1, 2, 3]],
    ]);
    expect(await ask(false)).toEqual([...always, ['flexible', [0, 1, 2]], ['impossible', [0, 1, 2]]]);
  });

  it('sells cars, transfers and tours in the ways that a task chooses, too', async () => {
    const supplier = createTestSupplier({ catalogue: flatPrepaid, options: { rateLimit: false } });
    const found = [
      await post(supplier, 'car.search', carSearch('TVL')),
      await post(supplier, 'transfer.search', transferSearch('TVL', '9000')),
      await post(supplier, 'tour.search', tourSearch('9000')),
    ].map(({ body }) => body.Cars ?? body.Transfers ?? body.Tours);
    for (const offers of found)
      expect(offers).toEqual([expect.objectContaining({ IsPrePayment: true, RestrictionType: 'CanBook' })]);
  });

  it('does not exist without scenarios that have a trigger', async () => {
    const supplier = createTestSupplier({ catalogue: smallCatalogue });
    const client = createHotelClient(supplier.fetch);
    expect((await client.call('hotel.search', { Criteria: { ...testCriteria, ...testville } })).status).toBe(
      400,
    );
    expect((await client.call('airportDetail', { airportCode: 'TVL' })).status).toBe(404);
    expect((await client.call('autocomplete', { term: 'testv' })).body).toEqual([]);
  });

  it('leaves every answer of another place as it was', async () => {
    const seen = await Promise.all(
      [start(), createTestSupplier({ options: { rateLimit: false } })].map(async ({ fetch }) => {
        const client = createHotelClient(fetch);
        return [
          (await client.call('hotel.search', { Criteria: testCriteria })).text,
          (await client.call('car.search', carSearch('GIG'))).text,
          (await client.call('transfer.search', transferSearch('GIG', '1001'))).text,
          (await client.call('tour.search', tourSearch('1001'))).text,
          (await client.call('autocomplete', { term: 'rio' })).text,
        ];
      }),
    );
    expect(seen[0]).toEqual(seen[1]);
  });
});

const order = ['Destination', 'Airport', 'PointOfInterest', 'Hotel'];
describe('a hotel in Testville', () => {
  it('starts its scenario with the conditions', async () => {
    const supplier = start();
    const client = createHotelClient(supplier.fetch);
    const dearer = await bookIn(client, 'Dearer, Testville');
    expect(dearer.price[1]).toBeCloseTo((dearer.price[0] ?? 0) * 1.1, 1);
    const lost = await bookIn(client, 'Answer lost after booking, Testville', {
      ExternalReference: 'trip-1',
    });
    expect(await outcomeOf(lost.booked())).toBe('cut off');
    expect((await client.call('getBooking', { ExternalReference: 'trip-1' })).body.Booking).toBeDefined();
    expect(scenariosOf(supplier)).toEqual([undefined, 'dearer', undefined, 'lost', 'lost', 'lost']);
  });
});

describe.each(all)('a %s in Testville', product => {
  it('runs the scenario in its name', async () => {
    const supplier = start();
    const client = createHotelClient(supplier.fetch);
    const { item, offers } = productNames[product];
    const criteria = {
      hotel: { Criteria: { ...testCriteria, ...testville } },
      car: carSearch('TVL'),
      transfer: transferSearch('TVL', '9000'),
      tour: tourSearch('9000'),
    }[product];
    const { body: search } = await post(supplier, `${product}.search`, criteria);
    const named = search[offers].filter((offer: object) =>
      JSON.stringify(offer).includes('"Answer lost after booking, Testville"'),
    );
    const [offer] = named;
    const chosen = {
      [item]: offer[item],
      ...(product === 'hotel' && { RoomIds: [offer.Rooms[0].Id] }),
      ...(product === 'tour' && { ServiceDate: offer.AvailableDates[0] }),
    };
    const { body: conditions } = await post(supplier, `${product}.getBookingConditions`, {
      Token: search.Token,
      ...chosen,
    });
    const Paxs = guestsOf({ NumAdults: 2, ChildAges: [] });
    const booking = {
      Token: conditions.Token,
      BookingId: '0',
      ...chosen,
      ...(product === 'hotel'
        ? { Rooms: [{ RoomId: offer.Rooms[0].Id, Paxs }], RoomIds: undefined }
        : { Paxs }),
    };
    expect(await outcomeOf(post(supplier, `${product}.doBooking`, booking))).toBe('cut off');
    expect((await client.list()).Bookings).toHaveLength(1);
    expect(product === 'hotel' ? 4 : named.length).toBe(4);
    expect(scenariosOf(supplier)).toEqual([undefined, 'lost', 'lost', undefined]);
  });
});

async function post(supplier: MockSupplier, id: string, body: object) {
  const { path } = operations[id as keyof typeof operations]; // composed of a product and a step
  const response = await supplier.fetch(`http://supplier.test${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, ...body }),
  });
  if (response.status !== 200) throw new Error(`${id}: ${response.status} ${await response.text()}`);
  return { body: await response.json() };
}

describe('a run that the chosen offer started', () => {
  it('is one for the Token and the ReToken of its Search, and ends with that Search', async () => {
    const supplier = start();
    const client = createHotelClient(supplier.fetch);
    const ask = async (body: object) => (await client.call('hotel.getBookingConditions', body)).status;
    const first = await conditionsOf(client, 'Fails once, Testville');
    expect(await ask(first.body)).toBe(503);
    expect(await ask({ ...first.body, Token: undefined, ReToken: first.search.ReToken })).toBe(200);
    const second = await conditionsOf(client, 'Fails once, Testville');
    expect([await ask(second.body), await ask(second.body)]).toEqual([503, 200]);
  });
});

describe('the triggers', () => {
  it('are listed with the names and ids that a Search tells', async () => {
    const supplier = start();
    const { body } = await createControlClient(supplier.fetch).ask('listScenarios');
    expect(body.triggers).toMatchObject({
      hotels: [
        { scenario: 'lost', name: 'Answer lost after booking, Testville', id: '9000001' },
        { scenario: 'dearer', name: 'Dearer, Testville', id: '9000002' },
        { scenario: 'late-503', name: 'Fails once, Testville', id: '9000003' },
      ],
      cars: [
        { scenario: 'lost', id: '7001' },
        { scenario: 'dearer', id: '7002' },
      ],
      transfers: [{ id: '7001' }, { id: '7002' }],
      tours: [{ id: '7001' }, { id: '7002' }],
      surnames: [{ surname: 'Testlate', scenario: 'late-503', does: 'Plays late-503.' }],
    });
    expect(body.triggers.cards).toContainEqual({ number: '4000000000000002', result: 'declined' });
  });
});
