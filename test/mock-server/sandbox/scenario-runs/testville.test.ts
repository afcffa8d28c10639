import { describe, expect, it } from 'vitest';
import { type HotelRoomOffer, type OperationId, type Product, productNames, products } from '#contracts';
import type { MockSupplier } from '#mock-server';
import { car, hotel, sold, tour, transfer } from '#scenarios/catalogue/parts';
import { createControlClient } from '../../control/control-client.ts';
import {
  createHotelClient,
  createTestSupplier,
  guestsOf,
  type HotelClient,
  testCriteria,
} from '../../hotel-client.ts';
import { outcomeOf } from './header-client.ts';
import { scenarioOf, smallCatalogue } from './scenarios.ts';
import { carSearch, tourSearch, transferSearch } from './searches.ts';

const all = [...products];
const lost = 'Answer lost after booking, Testville';
const cut = (product: Product) => `${product}.doBooking:cut=before-headers,commit=before,times=1`;
const late = ['hotel.getBookingConditions:status=503,times=1', 'getBookingDetail:status=503,nth=2'];
const catalogue = [
  ...smallCatalogue,
  scenarioOf('lost', { faults: all.map(cut) }, { trigger: 'Answer lost after booking', products: all }),
  scenarioOf('dearer', { faults: ['*.getBookingConditions:price=10'] }, { trigger: 'Dearer', products: all }),
  scenarioOf('late-503', { faults: late }, { trigger: 'Fails once', surname: 'Testlate' }),
];

const planOf = ({ RestrictionType, IsPrePayment, CanPayLater }: HotelRoomOffer): number => {
  if (RestrictionType === 'OnRequest') return 3;
  if (IsPrePayment) return 2;
  return CanPayLater ? 0 : 1;
};

const start = () => createTestSupplier({ catalogue, options: { rateLimit: false } });
const testville = { DestinationId: '9000' };
const everything = { ...testville, ReturnOnRequestRooms: true };

/** Sends a call that must be answered with 200, and returns the body of the answer without its type. */
async function ask({ fetch }: Pick<MockSupplier, 'fetch'>, id: OperationId, request: object) {
  const { status, text } = await createHotelClient(fetch).call(id, request);
  if (status !== 200) throw new Error(`${id}: ${status} ${text}`);
  return JSON.parse(text);
}

/** Returns conditions of the hotel with a name, for a client that knows only the answer to its Search. */
async function conditionsOf(client: HotelClient, name: string) {
  const search = await client.search(everything);
  const found = search.Hotels.find(({ Name }) => Name === name);
  const room = found?.Rooms.find(({ CanPayLater, IsPrePayment }) => CanPayLater && !IsPrePayment);
  if (!found || !room) throw new Error(`no room in "${name}"`);
  const choice = { HotelId: found.HotelId, RoomIds: [room.Id], rooms: [room] };
  return { search, room, choice, body: { Token: search.Token, HotelId: found.HotelId, RoomIds: [room.Id] } };
}

const scenariosOf = (supplier: MockSupplier) => {
  const { journal } = supplier.sandboxes.require('default');
  return journal.read().map(({ facts }) => facts.scenario);
};

describe('Testville', () => {
  it('is found by autocomplete and by its airport', async () => {
    const supplier = start();
    const found: { type: string }[] = await ask(supplier, 'autocomplete', { term: 'testv' });
    expect(found[0]).toMatchObject({ id: '9000', name: 'Testville', type: 'Destination' });
    const types = ['Destination', 'Airport', 'PointOfInterest', 'Hotel'];
    expect([...new Set(found.map(({ type }) => type))]).toEqual(types);
    expect(found.at(-1)).toMatchObject({ id: '9000003', name: 'Fails once, Testville', type: 'Hotel' });
    const airport = await ask(supplier, 'airportDetail', { airportCode: 'TVL' });
    expect(airport).toMatchObject({ iataCode: 'TVL', destinationId: '9000' });
    expect((await ask(supplier, 'hotelDetail', { hotelId: 9_000_001 })).name).toBe(lost);
  });

  it('has a hotel for each scenario with a trigger, in their order, with every kind of room, also where any id exists', async () => {
    for (const ids of ['known', 'any'] as const) {
      const { fetch } = createTestSupplier({ catalogue, options: { ids } });
      const { Hotels } = await createHotelClient(fetch).search(everything);
      expect(Hotels.map(({ HotelId, Name, Rooms }) => [HotelId, Name, Rooms.map(planOf).join('')])).toEqual([
        [9_000_001, lost, '0123'],
        [9_000_002, 'Dearer, Testville', '0123'],
        [9_000_003, 'Fails once, Testville', '0123'],
      ]);
    }
  });

  it('sells only the offers that the task of a scenario chooses, where these are special', async () => {
    const { prepaid, paidAtBooking, onRequest, flexible } = sold;
    const impossible = { restrictionType: 'OnRequest', isPrePayment: true } as const;
    const choosing = Object.entries({ prepaid, paidAtBooking, onRequest, flexible, impossible }).map(
      ([trigger, choose], index) =>
        scenarioOf(`choice-${index}`, {}, { trigger, task: { steps: [hotel({ choose })] } }),
    );
    const { fetch } = createTestSupplier({ catalogue: choosing });
    const plans = async (ReturnOnRequestRooms: boolean) => {
      const { Hotels } = await createHotelClient(fetch).search({ ...testville, ReturnOnRequestRooms });
      return Hotels.map(({ Name, Rooms }) => `${Name.split(',')[0]} ${Rooms.map(planOf).join('')}`);
    };
    const always = ['prepaid 2', 'paidAtBooking 1'];
    expect(await plans(true)).toEqual([...always, 'onRequest 3', 'flexible 0123', 'impossible 0123']);
    expect(await plans(false)).toEqual([...always, 'flexible 012', 'impossible 012']);
  });

  it('sells cars, transfers and tours in the ways that a task chooses, too', async () => {
    const steps = [car, transfer, tour].map(step => ({ ...step, choose: sold.prepaid }));
    const only = [scenarioOf('prepaid', {}, { trigger: 'Prepaid', products: all, task: { steps } })];
    const supplier = createTestSupplier({ catalogue: only, options: { rateLimit: false } });
    for (const offers of [
      (await ask(supplier, 'car.search', carSearch('TVL'))).Cars,
      (await ask(supplier, 'transfer.search', transferSearch('TVL', '9000'))).Transfers,
      (await ask(supplier, 'tour.search', tourSearch('9000'))).Tours,
    ])
      expect(offers).toEqual([expect.objectContaining({ IsPrePayment: true, RestrictionType: 'CanBook' })]);
  });

  it('does not exist without scenarios that have a trigger', async () => {
    const { call } = createHotelClient(createTestSupplier({ catalogue: smallCatalogue }).fetch);
    const Criteria = { ...testCriteria, ...testville };
    expect((await call('hotel.search', { Criteria })).status).toBe(400);
    expect((await call('airportDetail', { airportCode: 'TVL' })).status).toBe(404);
    expect((await call('autocomplete', { term: 'testv' })).body).toEqual([]);
  });

  it('leaves every answer of another place as it was', async () => {
    const answers = async ({ fetch }: MockSupplier) => {
      const { call } = createHotelClient(fetch);
      return [
        (await call('hotel.search', { Criteria: testCriteria })).text,
        (await call('car.search', carSearch('GIG'))).text,
        (await call('transfer.search', transferSearch('GIG', '1001'))).text,
        (await call('tour.search', tourSearch('1001'))).text,
        (await call('autocomplete', { term: 'rio' })).text,
      ];
    };
    const plain = createTestSupplier({ options: { rateLimit: false } });
    expect(await answers(start())).toEqual(await answers(plain));
  });
});

describe('a hotel in Testville', () => {
  it('starts its scenario with the conditions', async () => {
    const supplier = start();
    const client = createHotelClient(supplier.fetch);
    const conditionsIn = async (name: string) => {
      const { body, choice, room } = await conditionsOf(client, name);
      const { body: conditions } = await client.call('hotel.getBookingConditions', body);
      return { room, conditions: { ...conditions, choice } };
    };
    const dearer = await conditionsIn('Dearer, Testville');
    const price = dearer.conditions.TotalSellingPrice?.Value;
    expect(price).toBeCloseTo(dearer.room.TotalSellingPrice.Value * 1.1, 1);
    const ExternalReference = 'trip-1';
    const { conditions } = await conditionsIn(lost);
    expect(await outcomeOf(client.book(conditions, { ExternalReference }))).toBe('cut off');
    expect((await client.call('getBooking', { ExternalReference })).body.Booking).toBeDefined();
    expect(scenariosOf(supplier)).toEqual([undefined, 'dearer', undefined, 'lost', 'lost', 'lost']);
  });

  it('has one run for the Token and the ReToken of a Search, which ends with that Search', async () => {
    const client = createHotelClient(start().fetch);
    const statusOf = async (body: object) => (await client.call('hotel.getBookingConditions', body)).status;
    const first = await conditionsOf(client, 'Fails once, Testville');
    expect(await statusOf(first.body)).toBe(503);
    expect(await statusOf({ ...first.body, Token: undefined, ReToken: first.search.ReToken })).toBe(200);
    const second = await conditionsOf(client, 'Fails once, Testville');
    expect([await statusOf(second.body), await statusOf(second.body)]).toEqual([503, 200]);
  });
});

it.each(all)('a %s in Testville runs the scenario in its name', async product => {
  const supplier = start();
  const { item, offers } = productNames[product];
  const criteria = {
    hotel: { Criteria: { ...testCriteria, ...testville } },
    car: carSearch('TVL'),
    transfer: transferSearch('TVL', '9000'),
    tour: tourSearch('9000'),
  }[product];
  const search = await ask(supplier, `${product}.search`, criteria);
  const named = search[offers].filter((offer: object) => JSON.stringify(offer).includes(`"${lost}"`));
  const [offer] = named;
  expect(product === 'hotel' ? offer.Rooms.length + 1 : named.length).toBe(4);
  const room = offer.Rooms?.[0].Id;
  const date = offer.AvailableDates && { ServiceDate: offer.AvailableDates[0] };
  const chosen = { [item]: offer[item], ...date, ...(room && { RoomIds: [room] }) };
  const asked = { Token: search.Token, ...chosen };
  const { Token } = await ask(supplier, `${product}.getBookingConditions`, asked);
  const Paxs = guestsOf({ NumAdults: 2, ChildAges: [] });
  const guests = room ? { Rooms: [{ RoomId: room, Paxs }] } : { Paxs };
  const booking = { Token, BookingId: '0', ...chosen, ...guests };
  expect(await outcomeOf(ask(supplier, `${product}.doBooking`, booking))).toBe('cut off');
  expect((await createHotelClient(supplier.fetch).list()).Bookings).toHaveLength(1);
  expect(scenariosOf(supplier)).toEqual([undefined, 'lost', 'lost', undefined]);
});

it('the triggers are listed with the names and ids that a Search tells', async () => {
  const { body } = await createControlClient(start().fetch).ask('listScenarios');
  const flat = ['7001', '7002'].map(id => ({ id }));
  expect(body.triggers).toMatchObject({
    hotels: [
      { scenario: 'lost', name: lost, id: '9000001' },
      { scenario: 'dearer', name: 'Dearer, Testville', id: '9000002' },
      { scenario: 'late-503', name: 'Fails once, Testville', id: '9000003' },
    ],
    cars: [{ scenario: 'lost' }, { scenario: 'dearer' }],
    transfers: flat,
    tours: flat,
    surnames: [{ surname: 'Testlate', scenario: 'late-503', does: 'Plays late-503.' }],
  });
  expect(body.triggers.cards).toContainEqual({ number: '4000000000000002', result: 'declined' });
});
