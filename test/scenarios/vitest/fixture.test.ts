import { afterAll, afterEach, describe, expect } from 'vitest';
import { parseProfile } from '#contracts';
import type { Sandbox } from '#mock-server';
import { createInventory } from '#reference-data';
import { drawScenario, playTask } from '#scenarios';
import { understudyTest } from '#scenarios/vitest';
import { choosing, hotelRequest } from '../../client/flow/world.ts';
import { smallCatalogue } from '../../mock-server/sandbox/scenario-runs/scenarios.ts';
import { scenarioOf } from '../catalogue/scenario-of.ts';

const test = understudyTest();
const yes = () => true;
const start = Date.parse('2026-12-01T10:00:00Z');
const search = (DestinationId: string) => ({
  method: 'POST',
  body: JSON.stringify({
    Credential: { Username: 'demo', Password: 'demo' },
    Criteria: { ...hotelRequest.criteria, DestinationId },
  }),
});
const searchPath = '/API/REST/Hotel.svc/Search';

describe('understudyTest', () => {
  test('gives a client that books, and shows what the supplier holds', async ({ client, bookings }) => {
    const outcome = await client().book(hotelRequest, yes);
    expect(outcome).toMatchObject({ outcome: 'confirmed' });
    const [booking] = bookings();
    expect(booking).toMatchObject({
      bookingId: outcome.outcome === 'confirmed' && outcome.booking.BookingId,
      services: [{ product: 'hotel', truth: 'confirmed', stored: 'confirmed' }],
    });
  });

  test('arms faults, whose waits its clock jumps over', async ({ client, arm, bookings, sandbox }) => {
    arm('hotel.doBooking:hang,commit=before,times=1', 'hotel.search:status=503,times=1');
    expect(sandbox.clock.now()).toBe(start);
    expect(await client().book(hotelRequest, yes)).toMatchObject({ outcome: 'confirmed' });
    expect(sandbox.clock.now()).toBe(start + 45_250);
    expect(bookings()).toHaveLength(1);
  });

  describe('with an inventory', async () => {
    const hotel = { id: 778812, destination: 'a/b %', name: 'Casa' };
    const inventory = await createInventory({
      destinations: [{ id: 'a/b %', name: 'Búzios' }],
      hotels: [hotel],
    });
    test.override('supplierOptions', { inventory });

    test('sells the hotels of its records', async ({ fetch }) => {
      const { Hotels } = await (await fetch(searchPath, search('a/b %'))).json();
      expect(Hotels).toMatchObject([{ HotelId: 778812, Name: 'Casa' }]);
    });
  });

  describe('with a drawn scenario', async () => {
    const drawn = await drawScenario(scenarioOf('pending-confirmed'), { seed: 'vitest', number: 1 });
    test.override('supplierOptions', { catalogue: [drawn], scenario: drawn.id });

    test('plays the drawn task', async ({ client, sandbox, bookings }) => {
      const report = await playTask(drawn.task, { client: client(), clock: sandbox.clock });
      expect(report.outcome).toBe('confirmed');
      const [step] = drawn.task.steps;
      expect(step?.do === 'book' && step.product === 'hotel' && step.criteria.destination).not.toBe(
        'Rio de Janeiro',
      );
      expect(bookings()).toMatchObject([{ services: [{ truth: 'confirmed' }] }]);
      expect(sandbox).toKeepRule('ambiguous-status-polled');
    });
  });

  test.for(['PT20M', { by: 1_200_000 }] as const)(
    'moves the clock by %j',
    async (by, { fetch, client, advance, bookings, sandbox }) => {
      const leaving = new AbortController();
      const untilBooked: typeof fetch = async (input, init) => {
        const answer = await fetch(input, init);
        if (String(input).endsWith('/DoBooking')) leaving.abort();
        return answer;
      };
      const request = { ...hotelRequest, choose: choosing('onRequest') };
      await expect(client({ fetch: untilBooked }).book(request, yes, leaving)).rejects.toThrow('aborted');
      const truth = () => bookings().flatMap(({ services }) => services.map(one => one.truth));
      expect(truth()).toEqual(['on-request']);
      const before = sandbox.clock.now();
      expect(advance(by)).toMatchObject({ fired: [{ to: 'confirmed' }] });
      expect(sandbox.clock.now() - before).toBe(1_200_000);
      expect(truth()).toEqual(['confirmed']);
    },
  );

  test('hands any address and a path alone to the stand-in, and takes a Request', async ({
    fetch,
    baseUrl,
    sandbox,
  }) => {
    const addresses = [searchPath, baseUrl + searchPath, `https://api.example.com${searchPath}`];
    for (const address of addresses) expect((await fetch(address, search('1001'))).status).toBe(200);
    expect((await fetch(new Request(addresses[1] ?? '', search('1001')))).status).toBe(200);
    expect(sandbox.journal.read()).toHaveLength(4);
  });

  test('gives the client static data and tools, too', async ({ client }) => {
    expect(await client().airport('SSA')).toMatchObject({ destinationId: '1003' });
    const { content } = await client().tools.listEndpoints();
    expect(content[0]?.text).toContain('hotel.search');
  });
});

describe('a test with an unknown scenario', () => {
  const misspelt = understudyTest({ catalogue: smallCatalogue, scenario: 'answer-lots' });
  let problem: string | undefined;
  afterEach(({ task }) => {
    problem = task.result?.errors?.[0]?.message;
  });

  misspelt.fails('fails', ({ sandbox }) => sandbox);

  afterAll(() => {
    expect(problem).toContain('"answer-lots"');
    expect(problem).toContain('did you mean');
  });
});

describe('a supplier of another make', () => {
  const clock = { mode: 'manual', start: Date.parse('2027-01-31T23:30:00Z') } as const;
  const operations = { 'hotel.search': { path: '/v2/availability' } };
  const profile = parseProfile({ name: 'acme', operations });
  const credential = { Username: 'ana', Password: 'x' };
  const acme = understudyTest({ clock, profile, seed: 'other', credential });

  acme('is what understudyTest was given', async ({ sandbox, client }) => {
    expect(sandbox.clock).toMatchObject({ mode: 'manual' });
    expect(sandbox.clock.now()).toBe(clock.start);
    const dates = { CheckinDate: '2027-03-10', CheckoutDate: '2027-03-12' };
    const request = { ...hotelRequest, criteria: { ...hotelRequest.criteria, ...dates } };
    expect(await client().book(request, yes)).toMatchObject({ outcome: 'confirmed' });
    expect(sandbox.journal.read()[0]?.facts).toMatchObject({ url: '/v2/availability' });
  });
});

describe('the supplier of a suite', () => {
  const tested = understudyTest();

  describe('that overrides its options', () => {
    tested.override('supplierOptions', { catalogue: smallCatalogue, scenario: 'with-setup' });

    tested('plays a scenario by its seed and from its start', ({ sandbox }) => {
      expect(sandbox.identity).toMatchObject({ seed: 'seven', scenario: 'with-setup' });
      expect(sandbox.clock.mode).toBe('auto');
      expect(sandbox.clock.now()).toBe(Date.parse('2026-10-01T08:00:00Z'));
    });
  });

  describe('that names a built-in scenario', () => {
    tested.override('supplierOptions', { scenario: 'answer-lost-booked' });

    tested('plays it', async ({ sandbox, client, bookings }) => {
      expect(await client().book(hotelRequest, yes)).toMatchObject({ outcome: 'confirmed' });
      expect(sandbox.faults.list()).toMatchObject([{ effect: { kind: 'cut' }, fired: 1 }]);
      expect(bookings()).toHaveLength(1);
    });
  });

  const ours = understudyTest({ catalogue: smallCatalogue, faults: ['hotel.search:delay=PT1S'] });

  describe('that overrides some options', () => {
    ours.override('supplierOptions', { scenario: 'with-setup' });

    ours('keeps the others', ({ sandbox }) => {
      expect(sandbox.identity.scenario).toBe('with-setup');
      expect(sandbox.faults.list().map(({ effect }) => effect.kind)).toContain('delay');
    });
  });

  tested('is an ordinary one beside them', ({ sandbox }) => {
    expect(sandbox.identity.scenario).toBeUndefined();
    expect(sandbox.clock.now()).toBe(start);
  });
});

describe('the state of a test', () => {
  const seen: Sandbox[] = [];
  afterAll(() => {
    expect(new Set(seen).size).toBe(20);
    expect(seen.filter(({ closed }) => !closed)).toEqual([]);
  });

  test.concurrent.for(Array.from({ length: 20 }, (_, index) => index))(
    'never bleeds into another one that runs at the same time (%i)',
    async (index, { client, arm, bookings, sandbox, advance }) => {
      seen.push(sandbox);
      if (index % 2) arm('hotel.search:status=503,times=1');
      const booker = client();
      for (let time = 0; time <= index % 3; time += 1) {
        const request = { ...hotelRequest, reference: `trip-${time}` };
        expect(await booker.book(request, yes)).toMatchObject({ outcome: 'confirmed' });
      }
      advance({ by: index });
      expect(bookings()).toHaveLength((index % 3) + 1);
      expect(sandbox.faults.size).toBe(index % 2);
      expect(sandbox.clock.now() - start).toBe(index + (index % 2 ? 250 : 0));
    },
  );
});
