import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { type Listening, listen } from '#mock-server/node';
import { catalogue } from '#scenarios';
import { readPact } from '#scenarios/pact/pact-file';
import { target } from '#scenarios/pact/provider';
import { broken, committedPact, verify } from '../verifying.ts';

const credential = { Username: 'shop', Password: 'real-secret' };
const credentials = { credential, staticToken: 'real-static-token', managerId: 77 };
const supplier = createMockSupplier({
  catalogue,
  clock: { mode: 'manual', start: Date.parse('2026-11-20T10:00:00Z') },
  ...credentials,
});
let listening: Listening;
beforeAll(async () => {
  listening = await listen(supplier, { port: 0 });
});
afterAll(() => listening.close());

/** The calls to the target since its last reset. */
const askedOf = () =>
  supplier.sandboxes
    .require('default')
    .journal.read()
    .map(({ facts }) => facts.operation);

/** A target over a port whose credentials differ from those of the pacts. */
const theTarget = (states?: string) => target({ url: listening.url, states });
const states = () => `${listening.url}/_control/provider-states`;

describe('a target', () => {
  it('is sent nothing that books, pays or cancels unless that is allowed', async () => {
    supplier.sandboxes.reset('default');
    const pacts = [
      committedPact('hotel', ['hotel.search, with nothing in it', 'hotel.doBooking, with nothing in it']),
      committedPact('back-office', ['payBooking, with nothing in it', 'cancelBooking, with nothing in it']),
    ];
    const verdicts = await verify(pacts, theTarget(), { credentials });
    expect(verdicts.map(({ interaction, result }) => [interaction.description, result])).toEqual([
      ['hotel.doBooking, with nothing in it', 'skipped'],
      ['hotel.search, with nothing in it', 'holds'],
      ['cancelBooking, with nothing in it', 'skipped'],
      ['payBooking, with nothing in it', 'skipped'],
    ]);
    expect(verdicts[0]?.reasons).toEqual([
      'POST (hotel.doBooking) could book, pay or cancel; to replay the request, give --allow-booking',
    ]);
    expect(askedOf()).toEqual(['hotel.search']);
  });

  it.each([
    ['Regex', { type: 'Regex', regex: '/API/REST/ClientBackOffice\\.svc/CancelBooking' }],
    ['ProviderState', { type: 'ProviderState', expression: `/API/REST/\${where}`, dataType: 'STRING' }],
  ])('is sent no cancellation that a generator makes of a search: %s', async (_, generator) => {
    supplier.sandboxes.reset('default');
    const interaction = {
      type: 'Synchronous/HTTP',
      description: 'no search',
      providerStates: [{ name: 'somewhere' }],
      request: {
        method: 'POST',
        path: '/API/REST/Hotel.svc/Search',
        generators: { path: generator },
        headers: { 'Content-Type': ['application/json'] },
        body: { contentType: 'application/json', encoded: false, content: { Credential: credential } },
      },
      response: { status: 200 },
    };
    const metadata = { pactSpecification: { version: '4.0' } };
    const parties = { consumer: { name: 'shop' }, provider: { name: 'supplier' } };
    const pact = readPact('shop.json', JSON.stringify({ ...parties, interactions: [interaction], metadata }));
    const provider = {
      ...theTarget(),
      setState: async () => ({ where: 'ClientBackOffice.svc/CancelBooking' }),
    };
    expect(await verify([pact], provider, { credentials })).toMatchObject([
      {
        result: 'skipped',
        reasons: [
          'POST (cancelBooking) could book, pay or cancel; to replay the request, give --allow-booking',
        ],
      },
    ]);
    expect(askedOf()).toEqual([]);
  });

  it('is not blamed for a fault that was not set up', async () => {
    supplier.sandboxes.reset('default');
    const pacts = [committedPact('hotel', ['hotel.search, too often']), committedPact('static-data')];
    const verdicts = await verify(pacts, theTarget(), { credentials });
    expect(broken(verdicts)).toEqual({});
    expect(
      verdicts.filter(({ result }) => result === 'skipped').map(({ reasons }) => reasons),
    ).toContainEqual([
      'the target cannot be put into the state "rate-limited-seconds"; give the address that sets up states with --states',
    ]);
    expect(verdicts.filter(({ result }) => result === 'holds').length).toBeGreaterThan(5);
  });

  it('receives no request that needs unavailable values', async () => {
    supplier.sandboxes.reset('default');
    const pact = committedPact('hotel', ['hotel.getBookingConditions']);
    const [verdict] = await verify([pact], theTarget(), { credentials });
    expect(verdict).toMatchObject({
      result: 'skipped',
      reasons: [
        'the request needs values from the provider state; give the address that sets up states with --states',
      ],
    });
    expect(askedOf()).toEqual([]);
  });

  it('receives real credentials instead of the recorded ones, and its states from the set-up command', async () => {
    const pacts = [
      committedPact('hotel', ['hotel.search', 'hotel.doBooking', 'hotel.search, of a stranger']),
      committedPact('static-data', ['airportDetail', 'airportDetail, of a stranger']),
    ];
    const verdicts = await verify(pacts, theTarget(states()), { credentials, allowBooking: true });
    expect(broken(verdicts)).toEqual({});
    expect(verdicts.every(({ result }) => result === 'holds')).toBe(true);
  });

  it('must refuse a request without a real credential', async () => {
    const pact = committedPact('hotel', ['hotel.search']);
    const wrong = { ...credentials, credential: { Username: 'shop', Password: 'other' } };
    expect(broken(await verify([pact], theTarget(states()), { credentials: wrong }))).toEqual({
      'hotel.search': expect.arrayContaining(['Status: expected 200 but was 401']),
    });
  });

  it('reports each state that the target cannot set up', async () => {
    const pact = committedPact('hotel', ['hotel.search']);
    const nowhere = theTarget(`${listening.url}/_control/nothing`);
    const { 'hotel.search': reasons } = broken(await verify([pact], nowhere, { credentials }));
    expect(reasons).toEqual([
      expect.stringMatching(
        /^the state "all that hotel.search needs" could not be set up: path: no endpoint has the path \/_control\/nothing/,
      ),
    ]);
  });
});

describe('a pact of other tools', () => {
  const search = { method: 'POST', path: '/API/REST/Hotel.svc/Search' };
  const credentialOfTheirs = { Username: 'recorded', Password: 'recorded' };
  const parties = { consumer: { name: 'shop' }, provider: { name: 'supplier' } };
  const criteria = {
    DestinationId: '1001',
    CheckinDate: '2026-12-10',
    NumNights: 2,
    SearchRooms: [{ NumAdults: 2, ChildAges: [] }],
    Nationality: 'BR',
  };

  it('is read in version 2, where the type of a body may be missing', async () => {
    const body = { Credential: credentialOfTheirs, Criteria: criteria };
    const response = {
      status: 200,
      body: { Hotels: [{ HotelId: 1 }] },
      matchingRules: { '$.body.Hotels': { min: 1, match: 'type' } },
    };
    const pact = readPact(
      'shop.json',
      JSON.stringify({
        ...parties,
        interactions: [
          {
            description: 'a search',
            providerState: 'the fault hotel.search:delay=PT0S',
            request: { ...search, headers: { 'Content-Type': 'application/json' }, body },
            response,
          },
          { description: 'a search of no type', request: { ...search, body }, response },
          {
            description: 'an unknown address',
            request: { method: 'POST', path: '/API/REST/Hotel.svc/Buy' },
            response: { status: 404 },
          },
        ],
        metadata: { pactSpecification: { version: '2.0.0' } },
      }),
    );
    const verdicts = await verify([pact], theTarget(states()), { credentials });
    expect(verdicts.map(({ result, reasons }) => [result, ...reasons])).toEqual([
      ['holds'],
      ['holds'],
      [
        'skipped',
        'POST /API/REST/Hotel.svc/Buy is not an operation of the contract, so the request could book, pay or cancel; to replay the request, give --allow-booking',
      ],
    ]);
  });

  it('fails for nothing that is pending, and for no neighbour of its name in another state', async () => {
    const of = (status: number, more: object = {}) => ({
      type: 'Synchronous/HTTP',
      description: 'a search',
      providerStates: [{ name: 'the fault {fault}', params: { fault: 'hotel.search:status=429' } }],
      request: {
        ...search,
        headers: { 'Content-Type': ['application/json'] },
        body: {
          contentType: 'application/json',
          encoded: false,
          content: { Credential: credentialOfTheirs, Criteria: criteria },
        },
      },
      response: { status },
      ...more,
    });
    const unknown = [{ name: 'the fault {fault}', params: { fault: 'nothing' } }];
    const pact = readPact(
      'shop.json',
      JSON.stringify({
        ...parties,
        interactions: [
          of(429),
          of(418),
          of(418, { pending: true, description: 'a plan' }),
          of(200, { providerStates: unknown }),
        ],
        metadata: { pactSpecification: { version: '4.0' } },
      }),
    );
    const verdicts = await verify([pact], theTarget(states()), { credentials });
    expect(verdicts.map(({ result, reasons }) => [result, ...reasons])).toEqual([
      ['holds'],
      ['broken', 'Status: expected 418 but was 429'],
      ['pending', 'Status: expected 418 but was 429'],
      ['broken', expect.stringMatching(/^the state "the fault \{fault\}" could not be set up: /)],
    ]);
  });

  it('reports that messages are not replayed', async () => {
    const message = { type: 'Asynchronous/Messages', description: 'a push' };
    const pact = readPact('push.json', JSON.stringify({ ...parties, interactions: [message] }));
    expect(await verify([pact], theTarget())).toMatchObject([
      { result: 'skipped', reasons: ['the interaction is a message; only HTTP requests are replayed'] },
    ]);
  });

  it.each([
    ['{', /^the file is not JSON: /],
    ['{}', /^the file is not a pact; a pact has "consumer", "provider" and "interactions"$/],
  ])('is refused when it is not a pact: %s', (text, message) => {
    expect(() => readPact('shop.json', text)).toThrow(message);
  });
});
