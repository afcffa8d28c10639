import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { type Listening, listen } from '#mock-server/node';
import { catalogue } from '#scenarios';
import { readPact } from '#scenarios/verify/pact/pact-file';
import { target } from '#scenarios/verify/pact/provider';
import { testCriteria } from '../../mock-server/hotel-client.ts';
import { broken, committedPact, verify } from '../verifying.ts';

const credential = { Username: 'shop', Password: 'real-secret' };
const credentials = { credential, staticToken: 'real-static-token', managerId: 77 };
const supplier = createMockSupplier({
  catalogue,
  clock: { mode: 'manual', start: Date.parse('2026-11-20T10:00:00Z') },
  ...credentials,
});
const parties = { consumer: { name: 'shop' }, provider: { name: 'supplier' } };
const pactOf = (version: string, interactions: readonly object[]) =>
  readPact(
    'shop.json',
    JSON.stringify({ ...parties, interactions, metadata: { pactSpecification: { version } } }),
  );
const type = 'Synchronous/HTTP';
/** Returns a Search as version 4 writes it. */
const searching = (content: object) => ({
  method: 'POST',
  path: '/API/REST/Hotel.svc/Search',
  headers: { 'Content-Type': ['application/json'] },
  body: { contentType: 'application/json', encoded: false, content },
});
const booksMaybe = 'could book, pay or cancel; to replay the request, give --allow-booking';
let listening: Listening;
beforeAll(async () => {
  listening = await listen(supplier, { port: 0 });
});
afterAll(() => listening.close());

/** The calls to the target since its last reset. */
const askedOf = () => {
  const { journal } = supplier.sandboxes.require('default');
  return journal.read().map(({ facts }) => facts.operation);
};

/** A target over a port whose credentials differ from those of the pacts. */
const theTarget = (states?: string) => target({ url: listening.url, states });
const states = () => `${listening.url}/_control/provider-states`;

describe('a target', () => {
  it('is sent only what reads, and needs no state and no value', async () => {
    const pacts = [
      committedPact('hotel', [
        'hotel.search, with nothing in it',
        'hotel.search, too often',
        'hotel.doBooking, with nothing in it',
        'hotel.getBookingConditions',
      ]),
      committedPact('back-office', ['payBooking, with nothing in it', 'cancelBooking, with nothing in it']),
      committedPact('static-data', ['airportDetail']),
    ];
    const verdicts = await verify(pacts, theTarget(), { credentials });
    const states = 'give the address that sets up states with --states';
    expect(
      verdicts.map(({ interaction, result, reasons }) =>
        [interaction.description, result, ...reasons].join(' | '),
      ),
    ).toEqual([
      `hotel.doBooking, with nothing in it | skipped | POST (hotel.doBooking) ${booksMaybe}`,
      `hotel.getBookingConditions | skipped | the request needs values from the provider state; ${states}`,
      `hotel.search, too often | skipped | the target cannot be put into the state "rate-limited-seconds"; ${states}`,
      'hotel.search, with nothing in it | holds',
      `cancelBooking, with nothing in it | skipped | POST (cancelBooking) ${booksMaybe}`,
      `payBooking, with nothing in it | skipped | POST (payBooking) ${booksMaybe}`,
      'airportDetail | holds',
    ]);
    expect(askedOf()).toEqual(['hotel.search', 'airportDetail']);
  });

  it('is sent no cancellation that a generator makes of a search', async () => {
    supplier.sandboxes.reset('default');
    const generators = [
      { type: 'Regex', regex: '/API/REST/ClientBackOffice\\.svc/CancelBooking' },
      { type: 'ProviderState', expression: `/API/REST/\${where}`, dataType: 'STRING' },
    ];
    const interactions = generators.map(path => ({
      type,
      description: path.type,
      providerStates: [{ name: 'somewhere' }],
      response: { status: 200 },
      request: { ...searching({ Credential: credential }), generators: { path } },
    }));
    const setState = async () => ({ where: 'ClientBackOffice.svc/CancelBooking' });
    const provider = { ...theTarget(), setState };
    const verdicts = await verify([pactOf('4.0', interactions)], provider, { credentials });
    const reasons = [`POST (cancelBooking) ${booksMaybe}`];
    expect(verdicts).toMatchObject(generators.map(() => ({ result: 'skipped', reasons })));
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
    const why =
      /^the state "all that hotel.search needs" could not be set up: path: no endpoint has the path \/_control\/nothing/;
    expect(reasons).toEqual([expect.stringMatching(why)]);
  });
});

describe('a pact of other tools', () => {
  const body = { Credential: { Username: 'recorded', Password: 'recorded' }, Criteria: testCriteria };

  it('is read in version 2, where the type of a body may be missing', async () => {
    const matchingRules = { '$.body.Hotels': { min: 1, match: 'type' } };
    const response = { status: 200, body: { Hotels: [{ HotelId: 1 }] }, matchingRules };
    const request = { method: 'POST', path: '/API/REST/Hotel.svc/Search', body };
    const typed = { ...request, headers: { 'Content-Type': 'application/json' } };
    const unknown = { method: 'POST', path: '/API/REST/Hotel.svc/Buy' };
    const providerState = 'the fault hotel.search:delay=PT0S';
    const pact = pactOf('2.0.0', [
      { description: 'a search', providerState, request: typed, response },
      { description: 'a search of no type', request, response },
      { description: 'an unknown address', request: unknown, response: { status: 404 } },
    ]);
    const verdicts = await verify([pact], theTarget(states()), { credentials });
    const why = `POST ${unknown.path} is not an operation of the contract, so the request ${booksMaybe}`;
    const results = verdicts.map(({ result, reasons }) => [result, ...reasons]);
    expect(results).toEqual([['holds'], ['holds'], ['skipped', why]]);
  });

  it('fails for nothing that is pending, and for no neighbour of its name in another state', async () => {
    const of = (status: number, more: object = {}, fault = 'hotel.search:status=429') => ({
      type,
      description: 'a search',
      request: searching(body),
      response: { status },
      providerStates: [{ name: 'the fault {fault}', params: { fault } }],
      ...more,
    });
    const pending = of(418, { pending: true, description: 'a plan' });
    const pact = pactOf('4.0', [of(429), of(418), pending, of(200, {}, 'nothing')]);
    const verdicts = await verify([pact], theTarget(states()), { credentials });
    expect(verdicts.map(({ result, reasons }) => [result, ...reasons])).toEqual([
      ['holds'],
      ['broken', 'Status: expected 418 but was 429'],
      ['pending', 'Status: expected 418 but was 429'],
      ['broken', expect.stringMatching(/^the state "the fault \{fault\}" could not be set up: /)],
    ]);
  });

  it('reports that messages are not replayed, also beside a pact that is replayed', async () => {
    const message = { description: 'a push', contents: {} };
    const pact = readPact('push.json', JSON.stringify({ ...parties, messages: [message] }));
    const reasons = ['the interaction is a message; only HTTP requests are replayed'];
    const skipped = { result: 'skipped', reasons };
    expect(await verify([pact], theTarget())).toMatchObject([skipped]);
    const both = [pact, committedPact('static-data', ['airportDetail'])];
    const verdicts = await verify(both, theTarget(), { credentials });
    expect(verdicts).toMatchObject([skipped, { result: 'holds' }]);
  });

  it.each([
    ['{', /^the file is not JSON: /],
    ['{}', /^the file is not a pact; a pact has "consumer", "provider" and "interactions"$/],
  ])('is refused when it is not a pact: %s', (text, message) => {
    expect(() => readPact('shop.json', text)).toThrow(message);
  });
});
