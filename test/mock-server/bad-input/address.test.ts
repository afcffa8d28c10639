import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationIds, operations, writeAddress } from '#contracts';
import { type Listening, listen } from '#mock-server/node';
import { createTestSupplier, testCriteria } from '../hotel-client.ts';
import { lastEntry, post } from './exchange-of.ts';
import { parseAnswer, requestText, sendRaw } from './raw-socket.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
supplier.sandboxes.create({ id: 's1', credential: { Username: 'u1', Password: 'password-of-s1' } });
const body = JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, Criteria: testCriteria });
let server: Listening;

beforeAll(async () => {
  server = await listen(supplier, { port: 0 });
});
afterAll(() => server.close());

describe('a wrong method', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])(
    'err.404: %s is refused with 405 and the one that is right',
    async method => {
      for (const id of operationIds) {
        const { method: right, path } = operations[id];
        if (method === right) continue;
        const response = await supplier.fetch(`http://supplier.test${writeAddress(path, { token: 'x' })}`, {
          method,
        });
        expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({
          status: 405,
          allow: right,
        });
      }
      expect(lastEntry(supplier).facts).toMatchObject({ status: 405, method, operation: null });
    },
  );

  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'])(
    'over a port, %s gets the same',
    async method => {
      const answer = parseAnswer(
        await sendRaw(server.port, requestText(`${method} /API/REST/Hotel.svc/Search`)),
      );
      expect(answer.status).toBe(405);
      expect(answer.head.toLowerCase()).toContain('allow: post');
      expect(answer.body === '').toBe(method === 'HEAD');
    },
  );
});

const paths: [string, string, RegExp][] = [
  [
    'misspelled',
    '/API/REST/Hotel.svc/Serach',
    /did you mean POST \/API\/REST\/Hotel\.svc\/Search \(hotel\.search\)\?/,
  ],
  ['with a slash at its end', '/API/REST/Hotel.svc/DoBooking/', /\(hotel\.doBooking\)/],
  ['cut short', '/Hotel.svc/GetBookingConditions', /\(hotel\.getBookingConditions\)/],
  ['of nothing at all', '/no/such/thing', /GET \/openapi\.json lists/],
  ['with dots', '/API/REST/../REST/Hotel.svc/Search', /no operation at/],
  ['with dots at its beginning', '/../../etc/passwd', /no operation at/],
  ['out of a sandbox', '/sandbox/s1/../../API/REST/Hotel.svc/Search', /no operation at/],
  ['with encoded dots', '/API/REST/%2e%2e/Hotel.svc/Search', /no operation at/],
  ['with an encoded slash', '/API%2FREST/Hotel.svc/Search', /no operation at/],
  ['with an encoded letter', '/API/REST/Hotel.svc/%53earch', /no operation at/],
  ['with an encoded NUL', '/API/REST/Hotel.svc/Search%00', /no operation at/],
  ['with a broken escape', '/API/REST/Hotel.svc/Search%', /no operation at/],
  ['with an overlong escape', '/API/REST/Hotel.svc/%c0%ae%c0%ae/Search', /no operation at/],
  ['with a double slash', '//API/REST/Hotel.svc/Search', /no operation at/],
  ['with parameters', '/API/REST/Hotel.svc/Search;jsessionid=1', /\(hotel\.search\)/],
  ['very long', `/API/REST/${'x'.repeat(8_000)}`, /no operation at/],
  ['that names a prototype', '/__proto__', /no operation at/],
];

describe('a wrong path', () => {
  it.each(paths.slice(0, 4))(
    'err.404: %s is refused with the nearest operation',
    async (_, path, message) => {
      const { status, errors } = await post(supplier, body, { path });
      expect({ status, code: errors[0]?.Code }).toEqual({ status: 404, code: 'NotFound' });
      expect(errors[0]?.Message).toMatch(message);
      expect(errors[0]?.Message).toContain(path);
    },
  );

  it.each(paths)(
    'err.404: %s is refused without normalisation when a socket sends it',
    async (_, path, message) => {
      const text = requestText(
        `POST ${path}`,
        { 'Content-Type': 'application/json', 'Content-Length': body.length },
        body,
      );
      const answer = parseAnswer(await sendRaw(server.port, text));
      expect(answer.status, answer.body).toBe(404);
      expect(JSON.parse(answer.body).Errors[0].Message).toMatch(message);
    },
  );

  it.each([
    ['of a sandbox that is not there', '/sandbox/nowhere/API/REST/Hotel.svc/Search'],
    ['of a sandbox called ..', '/sandbox/../API/REST/Hotel.svc/Search'],
    ['of a sandbox without a name', '/sandbox//API/REST/Hotel.svc/Search'],
    ['of a sandbox written with escapes', '/sandbox/%73%31/API/REST/Hotel.svc/Search'],
    ['of a sandbox called __proto__', '/sandbox/__proto__/API/REST/Hotel.svc/Search'],
    ['of the sandboxes', '/sandbox/'],
  ])('err.404: %s reaches no sandbox at all', async (_, path) => {
    const count = () => supplier.sandboxes.list().map(sandbox => sandbox.journal.read().length);
    const before = count();
    const text = requestText(`POST ${path}`, { 'Content-Length': body.length }, body);
    const answer = parseAnswer(await sendRaw(server.port, text));
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body).Errors[0]).toMatchObject({ Code: 'NotFound' });
    expect(count()).toEqual(before);
  });

  it('that only differs in letter case is accepted with a warning', async () => {
    expect((await post(supplier, body, { path: '/api/rest/hotel.svc/SEARCH' })).status).toBe(200);
    expect(lastEntry(supplier).facts.warnings?.[0]).toMatchObject({ kind: 'spelling', field: 'path' });
  });

  it('does not matter when it differs only by an unknown query parameter', async () => {
    expect((await post(supplier, body, { path: '/API/REST/Hotel.svc/Search?x=1&../..' })).status).toBe(200);
  });
});

describe('a request that is not HTTP', () => {
  it.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['a NUL in the path', requestText('POST /API/\u0000REST')],
    ['a blank in the path', requestText('POST /API/REST /x')],
    ['a header line without a name', requestText('POST /x').replace('Host', '')],
    ['two lengths that differ', requestText('POST /x', { 'Content-Length': 3, 'content-length': 4 }, 'abcd')],
    ['a negative length', requestText('POST /x', { 'Content-Length': -1 })],
    ['headers without end', requestText('POST /x', { Cookie: 'x'.repeat(40_000) })],
    ['a path of forty thousand letters', requestText(`POST /${'x'.repeat(40_000)}`)],
  ])('is refused without an error of the server: %s', async (_, text) => {
    const { status } = parseAnswer(await sendRaw(server.port, text));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it.each([
    ['no Host', 'POST /API/REST/Hotel.svc/Search HTTP/1.0\r\n\r\n', 400],
    ['a Host that is no name', requestText('POST /API/REST/Hotel.svc/Search', { Host: 'a b/c?d' }), 400],
    [
      'a Host with another port',
      requestText('POST /API/REST/Hotel.svc/Search', { Host: 'supplier.test:99999' }),
      400,
    ],
    ['an absolute address', requestText('POST http://supplier.test/API/REST/Hotel.svc/Search'), 400],
    ['a star', requestText('OPTIONS *'), 404],
    ['a path with backslashes', requestText('POST /API\\REST\\Hotel.svc\\Search'), 404],
  ])('or nearly none is answered: %s', async (_, text, status) => {
    expect(parseAnswer(await sendRaw(server.port, text)).status).toBe(status);
  });

  it.each(['é', 'São Paulo 🏨', '\u2028', '…'])(
    'or holds %j gets it back whole in the message',
    async odd => {
      const sent = JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, BookingId: odd });
      const url = `${server.url}/API/REST/ClientBackOffice.svc/GetBookingDetail`;
      for (const encoding of ['identity', 'gzip']) {
        const response = await fetch(url, {
          method: 'POST',
          body: sent,
          headers: { 'accept-encoding': encoding },
        });
        expect((await response.json()).Errors[0].Message).toContain(`no booking "${odd}"`);
      }
    },
  );

  it('does not affect the server', async () => {
    const response = await fetch(`${server.url}/API/REST/Hotel.svc/Search`, { method: 'POST', body });
    expect(response.status).toBe(200);
  });
});
