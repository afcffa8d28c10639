import { describe, expect, it } from 'vitest';
import { writeReport } from '#scenarios/report/index';
import { driftDocument, verifyTraffic } from '#scenarios/verify';
import { altering, callingToken, differences, failingOnce, refusing, standIn, verifyWith } from './stage.ts';

const always = (status: number, body: string | null, headers?: HeadersInit) => async () =>
  new Response(body, { status, ...(headers && { headers }) });
const namesGuest = '{"Errors":[{"Code":"NotFound","Message":"Maria Silva, passport FX123456"}]}';
const redirect = always(302, null, { location: 'https://elsewhere.example/?token=x' });
const breakOff = () => Promise.reject(new TypeError('fetch failed'));

describe('a target that fails', () => {
  it.each([
    ['answers HTML', 'unreadable', /an HTML page instead of JSON/, always(200, '<!doctype html><p>hello')],
    ['answers 500', 'refused', /HTTP 500/, always(500, '{}')],
    ['names a guest', 'refused', /^HTTP 404 with Errors\[\]: NotFound$/, always(404, namesGuest)],
    ['redirects', 'refused', /a redirect to elsewhere\.example; the client does not follow it/, redirect],
    ['breaks off', 'unanswered', /the connection failed/, breakOff],
  ] as const)('and %s is reported as %s, and shows no difference', async (_, result, said, answer) => {
    const { report, sent } = await verifyWith({ answer });
    expect(differences(report)).toEqual([]);
    expect(report.exitCode).toBe(2);
    const [first] = report.calls;
    expect(first).toMatchObject({ operation: 'autocomplete', result, said: expect.stringMatching(said) });
    expect(sent.length).toBeLessThan(8);
    expect(await writeReport('text', driftDocument(report))).toContain('Nothing could be compared');
  });

  it('and hangs is given up, and after three silences not asked any more', async () => {
    const { report, sent } = await verifyWith({ answer: () => new Promise(() => undefined) });
    expect(sent).toEqual(['autocomplete', 'airportDetail', 'getBookingList']);
    const said = expect.stringContaining('within 15 s');
    expect(report.calls[0]).toMatchObject({ result: 'unanswered', said });
    expect(report.exitCode).toBe(2);
  });

  it('and refuses a proof is asked nothing more with it, and all else', async () => {
    const { report, sent } = await verifyWith({
      answer: id => (id?.includes('.') || id?.startsWith('get') ? refuse() : undefined),
    });
    expect(sent.filter(id => id === 'hotel.search' || id === 'car.search')).toEqual(['hotel.search']);
    expect(report.calls.filter(({ said }) => said === 'the credential was refused (401)').length).toBe(4);
    expect(report.operations.map(({ id }) => id)).toContain('airportDetail');
    expect(differences(report)).toEqual([]);
    expect(report.exitCode).toBe(0);
  });

  it('with 429 is asked again when Retry-After has passed, and not before', async () => {
    const waits: number[] = [];
    const once = failingOnce('hotel.search', { status: 429, headers: { 'retry-after': '30' } });
    const { report } = await verifyWith(once, { onWait: (_, ms) => waits.push(ms) });
    expect(waits).toEqual([30_000]);
    expect(once.at).toHaveLength(2);
    expect(once.pause()).toBeGreaterThanOrEqual(30_000);
    expect(report.calls.filter(({ result }) => result === 'refused')).toEqual([]);
  });

  it('with 429 and no word of when is asked nothing more', async () => {
    const { report, sent } = await verifyWith({ answer: refusing('hotel.search', 429) });
    expect(sent.filter(id => id.includes('.search'))).toEqual(['hotel.search']);
    expect(sent).not.toContain('getBookingList');
    expect(report.calls).toContainEqual(expect.objectContaining({ operation: 'hotel.search', status: 429 }));
    expect(report.exitCode).toBe(0);
  });

  it('with a 201 instead of a 200 is compared, and the status is reported', async () => {
    const supplier = standIn();
    const search = async (init?: RequestInit) => {
      const came = await supplier.fetch('http://supplier.test/API/REST/Hotel.svc/Search', init);
      return new Response(await came.text(), { status: 201 });
    };
    const answer = (id?: string, init?: RequestInit) => (id === 'hotel.search' ? search(init) : undefined);
    const { report } = await verifyWith({ supplier, answer });
    expect(differences(report)).toEqual([]);
    expect(await writeReport('text', driftDocument(report))).toContain(
      '\nAnswered with a success status other than 200\n  hotel.search: 201\n\n',
    );
  });

  it.each([
    ['gives nothing', []],
    ['gives no ids', [{ name: 'Nowhere' }]],
  ])('that %s for a destination is searched for no other, and nothing is booked', async (_, suggested) => {
    const options = { trip: { destination: 'Nowhere' }, allowBooking: true };
    const { report, sent } = await verifyWith({ alter: altering('autocomplete', () => suggested) }, options);
    expect(sent.filter(id => /search|doBooking/i.test(id))).toEqual([]);
    const skipped = report.calls.filter(({ said = '' }) => said.includes('destination'));
    const said = '--destination "Nowhere": the target does not know this destination';
    expect(skipped.map(call => [call.operation, call.said])).toEqual([
      ['hotel.search', said],
      ['car.search', said],
      ['transfer.search', said],
      ['tour.search', said],
      ['hotel.doBooking', said],
    ]);
  });

  it('that does not answer Autocomplete is not said to know no such destination', async () => {
    const options = { trip: { destination: 'Lisboa' } };
    const { report } = await verifyWith({ answer: refusing('autocomplete', 500) }, options);
    expect(report.calls).toContainEqual({
      operation: 'hotel.search',
      result: 'not-asked',
      said: '--destination "Lisboa": Autocomplete returned no readable answer; give the id of the destination with --destination-id',
    });
  });

  it('that knows not even the usual destination is searched where the airport is', async () => {
    const { sent } = await verifyWith({ alter: altering('autocomplete', () => []) });
    expect(sent).toContain('hotel.search');
  });

  it('that says in a 200 what went wrong misses nothing by it', async () => {
    const Errors = [{ Code: 'RoomUnavailable', Message: 'ana@example.com took it' }];
    const { report } = await verifyWith({ alter: altering('car.search', () => ({ Errors })) });
    expect(differences(report)).toEqual([]);
    const call = report.calls.find(({ operation }) => operation === 'car.search');
    const said = 'the answer has Errors[]: RoomUnavailable';
    expect(call).toMatchObject({ result: 'errors-inside', said });
  });
});

describe('recorded traffic', () => {
  const entry = (method: string, path: string, status: number, text: string) => ({
    request: { method, url: `https://supplier.example${path}` },
    response: { status, content: { text } },
  });
  const verifyHar = (entries: object[]) =>
    verifyTraffic({ name: 'a.har', text: JSON.stringify({ log: { entries } }), now: () => 0 });

  it('tells of an unknown address only the words that addresses of the contract are made of', () => {
    const { report } = verifyHar([
      entry('POST', '/api/v2/Hotel.svc/maria-silva/Search', 200, '{}'),
      entry('GET', '/customers/silva', 200, '{}'),
      entry('GET', '/customers/souza', 200, '{}'),
      entry('maria', '/cars/GetBookingsOfMaria', 200, '{}'),
      entry('GET', '/login', 200, '<html>'),
    ]);
    expect(report.elsewhere).toEqual([
      { method: 'POST', path: '/api/v2/Hotel.svc/…/Search', times: 1 },
      { method: 'GET', path: '/…/…', times: 2 },
      { method: '…', path: '/cars/…', times: 1 },
    ]);
  });

  it('says of refusals that they are some, and leaves what a fault altered out', () => {
    const search = (status: number, text: string) =>
      entry('POST', '/API/REST/Hotel.svc/Search', status, text);
    const { report } = verifyHar([
      search(401, '{"Errors":[]}'),
      search(200, '<html>'),
      search(0, ''),
      { ...search(200, '{"Token":1}'), _faults: [{ id: 'f1', kind: 'body' }] },
    ]);
    expect(report.calls.map(({ result }) => result)).toEqual(['refused', 'unreadable', 'unanswered']);
    expect(report.exitCode).toBe(2);
  });

  it('says of exchanges without bodies that they cannot be read, and leaves what a fault altered out', async () => {
    const supplier = standIn();
    const url = 'http://supplier.test/_control/sandboxes/default/exchanges';
    await supplier.fetch('http://supplier.test/API/REST/Hotel.svc/Search', { method: 'POST', body: '{}' });
    const [line = ''] = (await (await supplier.fetch(url)).text()).split('\n');
    const [whole] = [JSON.parse(line)].flat();
    const faults = [{ id: 'f1', kind: 'body' }];
    const exchanges = [whole, { ...whole, status: 200, bodiesDropped: true }, { ...whole, faults }];
    const text = exchanges.map(one => JSON.stringify(one)).join('\n');
    const { report } = verifyTraffic({ name: 'a.jsonl', text, now: () => 0 });
    expect(report.calls.map(({ result }) => result)).toEqual(['refused', 'unreadable']);
    expect(report.calls[1]?.said).toBe('the recording does not contain the body of the answer');
  });
});

it.each([
  ['400 of the stand-in', undefined],
  ['422', { status: 422 }],
  ['409', { status: 409 }],
  ['Errors[] in a 200', { status: 200 }],
])(
  'a name that only answers have is not spoken in requests any more when it was refused with %s',
  async (_, init) => {
    const refusal = { Errors: [{ Code: 'InvalidToken', Message: 'no' }], TimeSpan: '2026-11-20 10:00:00' };
    const { report, profile, bodies } = await verifyWith({
      alter: callingToken('sessionToken'),
      answer: (_id, request) =>
        init && String(request?.body).includes('sessionToken')
          ? Promise.resolve(new Response(JSON.stringify(refusal), init))
          : undefined,
    });
    const failed = report.calls.filter(({ result }) => result !== 'compared' && result !== 'not-asked');
    expect(failed).toEqual([]);
    expect(profile.fields).toBeUndefined();
    expect(profile.operations?.['car.search']).toEqual({ answer: { '.Token': 'sessionToken' } });
    expect(bodies.filter(body => body.includes('sessionToken'))).toHaveLength(1);
  },
);

const refuse = () => Promise.resolve(new Response('{"Errors":[]}', { status: 401 }));
