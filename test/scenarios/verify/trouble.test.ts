import { describe, expect, it } from 'vitest';
import { writeReport } from '#scenarios/report/index';
import { driftDocument, verifyTraffic } from '#scenarios/verify';
import { altering, createStage, differences, refusing, standIn } from './stage.ts';

type Answer = NonNullable<Parameters<typeof createStage>[0]>['answer'] & object;

const always =
  (body: string | null, init: ResponseInit): Answer =>
  async () =>
    new Response(body, init);

describe('a target that fails', () => {
  it.each([
    [
      'answers HTML',
      always('<!doctype html><p>hello', { status: 200 }),
      'unreadable',
      /an HTML page instead of JSON/,
    ],
    ['answers 500', always('{}', { status: 500 }), 'refused', /HTTP 500/],
    [
      'names a guest',
      always(JSON.stringify({ Errors: [{ Code: 'NotFound', Message: 'Maria Silva, passport FX123456' }] }), {
        status: 404,
      }),
      'refused',
      /^HTTP 404 with Errors\[\]: NotFound$/,
    ],
    [
      'redirects',
      always(null, { status: 302, headers: { location: 'https://elsewhere.example/?token=x' } }),
      'refused',
      /a redirect to elsewhere\.example; the client does not follow it/,
    ],
    [
      'breaks off',
      () => Promise.reject(new TypeError('fetch failed')),
      'unanswered',
      /the connection failed/,
    ],
  ] as const)('and %s is reported, and shows no difference', async (_, answer, result, said) => {
    const stage = createStage({ answer });
    const { report } = await stage.verify();
    expect(differences(report)).toEqual([]);
    expect(report.exitCode).toBe(2);
    const [first] = report.calls;
    expect(first).toMatchObject({ operation: 'autocomplete', result, said: expect.stringMatching(said) });
    expect(stage.sent.length).toBeLessThan(8);
    expect(await writeReport('text', driftDocument(report))).toContain('Nothing could be compared');
  });

  it('and hangs is given up, and after three silences not asked any more', async () => {
    const stage = createStage({ answer: () => new Promise(() => undefined) });
    const { report } = await stage.verify();
    expect(stage.sent).toEqual(['autocomplete', 'airportDetail', 'getBookingList']);
    expect(report.calls[0]).toMatchObject({
      result: 'unanswered',
      said: expect.stringContaining('within 15 s'),
    });
    expect(report.exitCode).toBe(2);
  });

  it('and refuses a proof is asked nothing more with it, and all else', async () => {
    const stage = createStage({
      answer: id => (id?.includes('.') || id?.startsWith('get') ? refuse() : undefined),
    });
    const { report } = await stage.verify();
    expect(stage.sent.filter(id => id === 'hotel.search' || id === 'car.search')).toEqual(['hotel.search']);
    expect(report.calls.filter(({ said }) => said === 'the credential was refused (401)').length).toBe(4);
    expect(report.operations.map(({ id }) => id)).toContain('airportDetail');
    expect(differences(report)).toEqual([]);
    expect(report.exitCode).toBe(0);
  });

  it('with 429 is asked again when Retry-After has passed, and not before', async () => {
    const supplier = standIn();
    const { clock } = supplier.sandboxes.require('default');
    const at: number[] = [];
    const waits: number[] = [];
    const stage = createStage({
      supplier,
      answer: id => {
        if (id !== 'hotel.search') return undefined;
        at.push(clock.now());
        return at.length === 1
          ? Promise.resolve(new Response('{}', { status: 429, headers: { 'retry-after': '30' } }))
          : undefined;
      },
    });
    const { report } = await stage.verify({ onWait: (_, ms) => waits.push(ms) });
    expect(waits).toEqual([30_000]);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(30_000);
    expect(at).toHaveLength(2);
    expect(report.calls.filter(({ result }) => result === 'refused')).toEqual([]);
  });

  it('with 429 and no word of when is asked nothing more', async () => {
    const stage = createStage({ answer: refusing('hotel.search', 429) });
    const { report } = await stage.verify();
    expect(stage.sent.filter(id => id.includes('.search'))).toEqual(['hotel.search']);
    expect(stage.sent).not.toContain('getBookingList');
    expect(report.calls).toContainEqual(expect.objectContaining({ operation: 'hotel.search', status: 429 }));
    expect(report.exitCode).toBe(0);
  });

  it('with a 201 instead of a 200 is compared, and the status is reported', async () => {
    const supplier = standIn();
    const stage = createStage({
      supplier,
      answer: (id, init) =>
        id === 'hotel.search'
          ? supplier
              .fetch('http://supplier.test/API/REST/Hotel.svc/Search', init)
              .then(async came => new Response(await came.text(), { status: 201 }))
          : undefined,
    });
    const { report } = await stage.verify();
    expect(differences(report)).toEqual([]);
    expect(await writeReport('text', driftDocument(report))).toContain(
      '\nAnswered with a success status other than 200\n  hotel.search: 201\n\n',
    );
  });

  it.each([
    ['gives nothing', () => [], 'the target does not know this destination'],
    ['gives no ids', () => [{ name: 'Nowhere' }], 'the target does not know this destination'],
  ])(
    'that %s for a destination is searched for no other, and nothing is booked',
    async (_, suggest, said) => {
      const stage = createStage({ alter: altering('autocomplete', () => suggest()) });
      const { report } = await stage.verify({ trip: { destination: 'Nowhere' }, allowBooking: true });
      expect(stage.sent.filter(id => /search|doBooking/i.test(id))).toEqual([]);
      const skipped = report.calls.filter(({ said = '' }) => said.includes('destination'));
      expect(skipped.map(({ operation }) => operation)).toEqual([
        'hotel.search',
        'car.search',
        'transfer.search',
        'tour.search',
        'hotel.doBooking',
      ]);
      for (const call of skipped) expect(call.said).toBe(`--destination "Nowhere": ${said}`);
    },
  );

  it('that does not answer Autocomplete is not said to know no such destination', async () => {
    const stage = createStage({ answer: refusing('autocomplete', 500) });
    const { report } = await stage.verify({ trip: { destination: 'Lisboa' } });
    expect(report.calls).toContainEqual({
      operation: 'hotel.search',
      result: 'not-asked',
      said: '--destination "Lisboa": Autocomplete returned no readable answer; give the id of the destination with --destination-id',
    });
  });

  it('that knows not even the usual destination is searched where the airport is', async () => {
    const stage = createStage({ alter: altering('autocomplete', () => []) });
    await stage.verify();
    expect(stage.sent).toContain('hotel.search');
  });

  it('that says in a 200 what went wrong misses nothing by it', async () => {
    const Errors = [{ Code: 'RoomUnavailable', Message: 'ana@example.com took it' }];
    const { report } = await createStage({ alter: altering('car.search', () => ({ Errors })) }).verify();
    expect(differences(report)).toEqual([]);
    const call = report.calls.find(({ operation }) => operation === 'car.search');
    const said = 'the answer has Errors[]: RoomUnavailable';
    expect(call).toMatchObject({ result: 'errors-inside', said });
  });
});

describe('recorded traffic', () => {
  const verifyHar = (entries: object[]) =>
    verifyTraffic({ name: 'a.har', text: JSON.stringify({ log: { entries } }), now: () => 0 });

  it('tells of an unknown address only the words that addresses of the contract are made of', () => {
    const entry = (method: string, path: string) => ({
      request: { method, url: `https://supplier.example${path}` },
      response: { status: 200, content: { text: '{}' } },
    });
    const entries = [
      entry('POST', '/api/v2/Hotel.svc/maria-silva/Search'),
      entry('GET', '/customers/silva'),
      entry('GET', '/customers/souza'),
      entry('maria', '/cars/GetBookingsOfMaria'),
      { ...entry('GET', '/login'), response: { status: 200, content: { text: '<html>' } } },
    ];
    const { report } = verifyHar(entries);
    expect(report.elsewhere).toEqual([
      { method: 'POST', path: '/api/v2/Hotel.svc/…/Search', times: 1 },
      { method: 'GET', path: '/…/…', times: 2 },
      { method: '…', path: '/cars/…', times: 1 },
    ]);
  });

  it('says of refusals that they are some, and leaves what a fault altered out', () => {
    const entry = (status: number, text: string, more = {}) => ({
      request: { method: 'POST', url: 'https://supplier.example/API/REST/Hotel.svc/Search' },
      response: { status, content: { text } },
      ...more,
    });
    const entries = [
      entry(401, '{"Errors":[]}'),
      entry(200, '<html>'),
      entry(0, ''),
      entry(200, '{"Token":1}', { _faults: [{ id: 'f1', kind: 'body' }] }),
    ];
    const { report } = verifyHar(entries);
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
    const stage = createStage({
      alter: (id, json) => {
        const { Token, ...rest } = json;
        return Token === undefined || id === 'autocomplete' ? json : { sessionToken: Token, ...rest };
      },
      answer: (_id, request) =>
        init && String(request?.body).includes('sessionToken')
          ? Promise.resolve(new Response(JSON.stringify(refusal), init))
          : undefined,
    });
    const { report, profile } = await stage.verify();
    const failed = report.calls.filter(({ result }) => result !== 'compared' && result !== 'not-asked');
    expect(failed).toEqual([]);
    expect(profile.fields).toBeUndefined();
    expect(profile.operations?.['car.search']).toEqual({ answer: { '.Token': 'sessionToken' } });
    expect(stage.bodies.filter(body => body.includes('sessionToken'))).toHaveLength(1);
  },
);

const refuse = () => Promise.resolve(new Response('{"Errors":[]}', { status: 401 }));
