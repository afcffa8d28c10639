import { describe, expect, it } from 'vitest';
import { wireOf } from '#mock-server/pipeline/wire-of';
import { judgeRoutes } from '#scenarios';
import { createHotelClient, startSupplier, testCriteria } from '../hotel-client.ts';
import { lastEntry } from './exchange-of.ts';
import * as fixed from './masking-traces.ts';

const tokens = { staticToken: 'St4tic-Secret-77', mcpToken: 'Mcp-S3cret-88' };
const own = { credential: { Username: 'ana', Password: 's3cret word-1' }, ...tokens };
const others = { staticToken: 'Other-St4tic-55', mcpToken: 'Other-Mcp-44' };
const other = { credential: { Username: 'bob', Password: '0ther word-2' }, ...others };
const secretsOf = ({ credential, ...rest }: typeof own) => [credential.Password, ...Object.values(rest)];
const secrets = secretsOf(own);
const strange = 'Unknown-T0ken-66';
const mapping = '/new/api/v1/mapping';
const airport = `${mapping}/airport`;
const good = `${airport}/LIS/token/${own.staticToken}?managerId=5`;
const search = '/API/REST/Hotel.svc/Search';

function create() {
  const { supplier } = startSupplier({ ...own, managerId: 5, options: { rateLimit: false } });
  supplier.sandboxes.create({ id: 'other', ...other });
  return supplier;
}

const spellings: ((text: string) => string)[] = [
  text => encodeURIComponent(text),
  text => encodeURIComponent(text).replace('-', '%2D'),
  text => text.replace(/./g, one => `%${one.charCodeAt(0).toString(16)}`),
  text => encodeURIComponent(text).replaceAll('%20', '+'),
];

/** Returns all traces of a call: its answer, the journal and the HAR file. */
async function traceOf(supplier: ReturnType<typeof create>, url: string, init: RequestInit = {}) {
  const answer = await (await supplier.fetch(`http://supplier.test${url}`, init)).text();
  const har = await supplier.fetch('http://supplier.test/_control/sandboxes/default/exchanges.har');
  return answer + fixed.journalText(supplier) + (await har.text());
}

function expectGone(trace: string, url: string, secret: string) {
  for (const text of [secret, ...spellings.map(spell => spell(secret))])
    expect(trace.includes(text), `${secret} in ${url}: ${trace}`).toBe(false);
}

describe('a secret of the sandbox', () => {
  it('auth.5: a wrong password shows nowhere, also if the request repeats it in another field and in its address', async () => {
    const supplier = create();
    const Credential = { Username: 'ana', Password: 'wr0ng-word-99' };
    const body = { Credential, BookingId: `my ${Credential.Password}` };
    const path = `/API/REST/ClientBackOffice.svc/GetBookingDetail?note=${Credential.Password}`;
    const trace = await traceOf(supplier, path, { method: 'POST', body: JSON.stringify(body) });
    expectGone(trace, path, Credential.Password);
    expect(trace).toContain('my ***');
  });

  it.each([
    '/nope/SECRET',
    '/nope?SECRET=1&note=SECRET',
    '/token//SECRET',
    '/%74oken/SECRET',
    `${airport}/LIS/tokn/SECRET`,
    `${airport}/LIS/token/SECRET?managerId=x`,
    `${airport}/SECRET/token/${own.staticToken}?managerId=5`,
    `${airport}/LIS/token/${own.staticToken}?managerId=SECRET`,
    `${good}&SECRET=1&note=SECRET`,
    `${good}&${'x'.repeat(74)}SECRET=1`,
    `${mapping}/autocomplete/SECRET/token/${own.staticToken}?managerId=5`,
    `${search}?access_token=SECRET`,
    '/mcp?SECRET',
  ])('auth.5: shows nowhere when it was sent in %s', async address => {
    for (const spell of spellings)
      for (const secret of [...secrets, fixed.card, fixed.secrets.email]) {
        const url = address.replaceAll('SECRET', spell(secret));
        const init = secret === own.staticToken ? {} : { method: 'POST', body: '{}' };
        expectGone(await traceOf(create(), url, init), url, secret);
      }
  });

  it('auth.5: shows nowhere when it was sent as the method', async () => {
    for (const secret of secrets) {
      const method = secret.replaceAll(' ', '');
      const { supplier } = startSupplier({ mcpToken: method });
      expectGone(await traceOf(supplier, search, { method }), search, method);
    }
  });

  it('auth.5: shows nowhere in a restored sandbox, under an id of its own', async () => {
    const supplier = create();
    supplier.sandboxes.restore(supplier.sandboxes.require('default').dump(), { id: 'copy' });
    await supplier.fetch(`http://supplier.test/sandbox/copy/nope/${own.staticToken}`);
    expect(lastEntry(supplier, 'copy').facts.url).toBe('/nope/***');
  });
});

describe('a secret of another sandbox', () => {
  it('is a word like any other, so that no sandbox changes what another one records', async () => {
    for (const secret of secretsOf(other)) {
      const supplier = create();
      await supplier.fetch(`http://supplier.test/nope/${secret}`);
      expect(lastEntry(supplier).facts.url).toBe(`/nope/${encodeURIComponent(secret)}`);
    }
  });

  it('auth.1, auth.5: shows nowhere when it is used as a credential', async () => {
    const supplier = create();
    const body = JSON.stringify({ Credential: other.credential, Criteria: testCriteria });
    const headers = { authorization: `Bearer ${other.mcpToken}` };
    const trace = [
      await traceOf(supplier, search, { method: 'POST', body }),
      await traceOf(supplier, `${airport}/LIS/token/${other.staticToken}?managerId=5`),
      await traceOf(supplier, '/mcp', { method: 'POST', body: '{}', headers }),
    ].join('');
    for (const secret of secretsOf(other)) expectGone(trace, 'a credential', secret);
  });
});

describe('a token that was never issued', () => {
  it.each([
    `${airport}/LIS/tokn/SECRET`,
    `${airport}/LIS/token//SECRET`,
    `/new/%61pi/v1/mapping/airprt/LIS/tokens/SECRET/x`,
    '/New/API/v1/mapping/SECRET',
  ])('auth.5: shows nowhere when it was sent to %s, nearly an address of static data', async address => {
    for (const spell of spellings) {
      const url = address.replaceAll('SECRET', spell(strange));
      expectGone(await traceOf(create(), url), url, strange);
    }
  });

  it('leaves the words around it as they are, so that the mistake can be seen', async () => {
    const supplier = create();
    const url = `${mapping}/airprt/LIS/tokn/`;
    const hint = `no operation at GET ${url}***; did you mean GET ${airport}`;
    expect(await traceOf(supplier, url + strange)).toContain(hint);
    expect(lastEntry(supplier).facts.url).toMatch(/\/mapping\/airprt\/LIS\/tokn\/~[\da-f]{8}$/);
  });
});

const parameters = 'access_token mcpToken mcp_token bearer Password staticToken authorization'.split(' ');
it.each(parameters)('auth.5: a credential in the parameter %s is a mark in the recorded URL', async name => {
  for (const headers of [{}, { authorization: `Bearer ${own.mcpToken}` }]) {
    const supplier = create();
    const url = `http://supplier.test/mcp?a=1&${name}=${strange}&b=2`;
    await supplier.fetch(url, { method: 'POST', body: '{}', headers });
    const { facts } = lastEntry(supplier);
    const mark = supplier.sandboxes.require('default').redactor.mark(strange);
    expect(facts.credential).toEqual({ in: 'url', mark });
    expect(facts.url).toBe(`/mcp?a=1&${name}=${mark}&b=2`);
  }
});

// Words of paths, names, enums, problems and dates.
const words = ['search', 'CONFIRMED', 'lenient', '2026-12-10'];

/** Runs a booking and some wrong calls, with or without another sandbox. Returns the records. */
async function recorded(Password: string, otherPassword?: string) {
  const credential = { Username: 'agency', Password };
  const { supplier, control, journal } = startSupplier({ credential, routes: [judgeRoutes] });
  if (otherPassword !== undefined)
    supplier.sandboxes.create({ id: 'other', credential: { Username: 'other', Password: otherPassword } });
  const client = createHotelClient(supplier.fetch, { credential });
  await client.book(await client.conditions(), { ExternalReference: 'trip-1' });
  await client.call('hotel.search', {});
  await client.call('hotel.getBookingConditions', { Token: 'nothing', HotelId: 1, RoomIds: ['1'] });
  await supplier.fetch('http://supplier.test/API/REST/Transfer.svc/Serch', { method: 'POST', body: '{}' });
  for (const id of ['listExchanges', 'exportHar', 'judgeSandbox', 'listBookings'] as const)
    expect((await control.send(id)).status, Password).toBe(200);
  return journal.read().map(({ facts: { opened, answered, closed, ...facts } }) => facts);
}

it('a password that is an ordinary word leaves operations, paths, statuses and errors of its own sandbox, and all of other sandboxes, as they are', async () => {
  const plain = await recorded('Str0ng-and-strange');
  const shape = (all: typeof plain) =>
    all.map(({ operation, method, status, url, answer }) => [operation, method, status, url, answer.errors]);
  for (const word of words) {
    expect(shape(await recorded(word)), word).toEqual(shape(plain));
    expect(await recorded('Str0ng-and-strange', word), word).toEqual(plain);
  }
});

describe('the password beside the body', () => {
  /** Returns the record of a Search with a credential in the body and in another place. */
  async function recorded(url: string, headers: Record<string, string> = {}) {
    const supplier = fixed.create();
    await supplier.fetch(`http://supplier.test${url}`, { method: 'POST', body: fixed.body({}), headers });
    const sandbox = supplier.sandboxes.require('default');
    const entry = lastEntry(supplier);
    return { text: fixed.journalText(supplier), facts: entry.facts, wire: wireOf(sandbox, entry) };
  }

  const { credential, password, path } = fixed;
  const encoded = encodeURIComponent(password);

  it.each([
    ['authorization', `Basic ${btoa(`${credential.Username}:${password}`)}`],
    ['x-password', password],
    ['x-agency', `of ${password}`],
    ['cookie', `session=${encoded}`],
  ])('auth.1: is found in the header %s, whose value is not kept', async (name, value) => {
    const { facts, text } = await recorded(path, { [name]: value });
    expect(facts.exposed).toEqual([{ in: 'header', name }]);
    expect(facts.credential?.in).toBe('body');
    for (const secret of [value, password, encoded]) expect(text).not.toContain(secret);
  });

  it.each([
    ['note', encoded],
    ['user', 'any'],
    ['login', 'any'],
    ['pwd', 'any'],
    ['pass', 'any'],
    ['Password', 'any'],
    ['user_name', 'any'],
    ['credential.password', 'any'],
  ])('auth.1: is found in the parameter %s=%s, whose value is not kept', async (name, value) => {
    const { facts, text } = await recorded(`${path}?a=1&${name}=${value}`);
    expect(facts.exposed).toEqual([{ in: 'url', name }]);
    expect(text).not.toContain(encoded);
  });

  it.each([
    ['headers with other values', path, { 'x-request-id': 'r-1', 'x-user-agent': 'app' }],
    ['a bearer, which is no user and password', path, { authorization: 'Bearer x' }],
    ['parameters that only begin alike', `${path}?userLanguage=pt&passengers=2`, {}],
    ['a call of the tool server', '/mcp', { authorization: 'Basic eA==' }],
  ])('auth.1: is not reported for %s', async (_, url, headers) => {
    const { facts, wire } = await recorded(url, headers);
    expect(facts.exposed).toBeUndefined();
    expect(wire.requestHeaders).not.toHaveProperty('x-request-id');
  });
});
