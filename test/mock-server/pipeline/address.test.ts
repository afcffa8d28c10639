import { afterAll, describe, expect, it } from 'vitest';
import { applyProfile, operationIds, operations, writeAddress } from '#contracts';
import { listen } from '#mock-server/node';
import { createTestSupplier, testCriteria } from '../hotel-client.ts';
import { classicProfile } from './classic.ts';
import { lastEntry, post, searchPath } from './exchange-of.ts';
import { requestText, sendRaw } from './raw-socket.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
supplier.sandboxes.create({ id: 's1', credential: { Username: 'u1', Password: 'password-of-s1' } });
const body = JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, Criteria: testCriteria });
const server = await listen(supplier, { port: 0 });
afterAll(() => server.close());

const send = (text: string) => sendRaw(server.port, text);

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];

it.each(methods)('err.404: a wrong method %s gets 405 and the right one of every operation', async method => {
  for (const id of operationIds) {
    const { method: right, path } = operations[id];
    if (method === right) continue;
    const address = writeAddress(path, { token: 'x' });
    const { status, headers } = await supplier.fetch(`http://supplier.test${address}`, { method });
    expect([status, headers.get('allow')]).toEqual([405, right]);
  }
  expect(lastEntry(supplier).facts).toMatchObject({ status: 405, method, operation: null });
});

const none = /no operation at/;
const paths: [path: string, message: RegExp][] = [
  ['/API/REST/Hotel.svc/Serach', /did you mean POST \/API\/REST\/Hotel\.svc\/Search \(hotel\.search\)\?/],
  ['/API/REST/Hotel.svc/DoBooking/', /\(hotel\.doBooking\)/],
  ['/API/REST/Car.svc/Search', /did you mean POST \/API\/REST\/RentACar\.svc\/Search \(car\.search\)\?/],
  ['/API/REST/Cars.svc/GetBookingCondition', /\(car\.getBookingConditions\)/],
  ['/API/REST/Transfers.svc/Serch', /\(transfer\.search\)/],
  ['/Hotel.svc/GetBookingConditions', /\(hotel\.getBookingConditions\)/],
  ['/no/such/thing', /GET \/openapi\.json lists/],
  ['/API/REST/../REST/Hotel.svc/Search', none],
  ['/../../etc/passwd', none],
  ['/sandbox/s1/../../API/REST/Hotel.svc/Search', none],
  ['/API/REST/%2e%2e/Hotel.svc/Search', none],
  ['/API%2FREST/Hotel.svc/Search', none],
  ['/API/REST/Hotel.svc/%53earch', none],
  ['/API/REST/Hotel.svc/Search%00', none],
  ['/API/REST/Hotel.svc/Search%', none],
  ['/API/REST/Hotel.svc/%c0%ae%c0%ae/Search', none],
  ['//API/REST/Hotel.svc/Search', none],
  ['/API/REST/Hotel.svc/Search;jsessionid=1', /\(hotel\.search\)/],
  [`/API/REST/${'x'.repeat(8_000)}`, none],
  ['/__proto__', none],
];

describe('a wrong path', () => {
  it.each(paths)('err.404: %.60s is refused, with the nearest operation if any', async (path, message) => {
    const length = { 'Content-Type': 'application/json', 'Content-Length': body.length };
    const answer = await send(requestText(`POST ${path}`, length, body));
    expect(answer.status, answer.body).toBe(404);
    const [error] = JSON.parse(answer.body).Errors;
    expect(error).toMatchObject({ Code: 'NotFound', Message: expect.stringMatching(message) });
  });

  const dialects = [undefined, classicProfile];
  it.each(dialects)('err.404: with a letter missing is refused with the operation', async profile => {
    const speaker = createTestSupplier({ ...(profile && { profile }), options: { rateLimit: false } });
    for (const { method, path, id } of applyProfile(operations, profile).operations) {
      if (method === 'GET' || path.includes('{')) continue;
      for (let at = path.lastIndexOf('/') + 1; at < path.length; at += 1) {
        const wrong = path.slice(0, at) + path.slice(at + 1);
        const answer = await speaker.fetch(`http://supplier.test${wrong}`, { method });
        expect(await answer.text(), wrong).toContain(`did you mean ${method} ${path} (${id})?`);
      }
    }
  });

  it('err.404: with a part that can have any name is refused with the name that the client sent', async () => {
    const speaker = createTestSupplier({ profile: classicProfile });
    const url = 'http://supplier.test/API/REST/OperatorBackOffice.svc/GetBookingDetal';
    const answer = await speaker.fetch(url, { method: 'POST' });
    expect(await answer.text()).toContain(
      'did you mean POST /API/REST/OperatorBackOffice.svc/GetBookingDetail (',
    );
  });

  const absent = ['nowhere', '..', '', '%73%31', '__proto__'];
  it.each(absent)('err.404: of a sandbox "%s" that does not exist reaches no sandbox at all', async name => {
    const count = () => supplier.sandboxes.list().map(sandbox => sandbox.journal.count());
    const before = count();
    const first = `POST /sandbox/${name}${searchPath}`;
    const answer = await send(requestText(first, { 'Content-Length': body.length }, body));
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body).Errors[0]).toMatchObject({ Code: 'NotFound' });
    expect(count()).toEqual(before);
  });

  it('that only differs in letter case is accepted with a warning', async () => {
    expect((await post(supplier, body, { path: '/api/rest/hotel.svc/SEARCH' })).status).toBe(200);
    expect(lastEntry(supplier).facts.warnings?.[0]).toMatchObject({ kind: 'spelling', field: 'path' });
  });

  it('that only differs by an unknown query parameter is accepted', async () => {
    expect((await post(supplier, body, { path: `${searchPath}?x=1&../..` })).status).toBe(200);
  });
});

it.each([
  ['garbage', 'garbage\r\n\r\n'],
  ['a NUL in the path', requestText('POST /API/\u0000REST')],
  ['a blank in the path', requestText('POST /API/REST /x')],
  ['a header line without a name', requestText('POST /x').replace('Host', '')],
  ['two lengths that differ', requestText('POST /x', { 'Content-Length': 3, 'content-length': 4 }, 'abcd')],
  ['headers without end', requestText('POST /x', { Cookie: 'x'.repeat(40_000) })],
  ['a path of forty thousand letters', requestText(`POST /${'x'.repeat(40_000)}`)],
  ['no Host', `POST ${searchPath} HTTP/1.0\r\n\r\n`],
  ['a Host that is no name', requestText(`POST ${searchPath}`, { Host: 'a b/c?d' })],
  ['an absolute address', requestText(`POST http://supplier.test${searchPath}`)],
  ['a star', requestText('OPTIONS *')],
  ['a path with backslashes', requestText('POST /API\\REST\\Hotel.svc\\Search')],
])('a request that is hardly HTTP is refused without an error of the server: %s', async (_, text) => {
  const { status } = await send(text);
  expect([status >= 400, status < 500]).toEqual([true, true]);
  expect((await fetch(server.url + searchPath, { method: 'POST', body })).status).toBe(200);
});

const odd = ['é', 'São Paulo 🏨', '\u2028', '…'];
it.each(odd)('a client gets %j back whole in the message, also compressed', async BookingId => {
  const sent = JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, BookingId });
  for (const encoding of ['identity', 'gzip']) {
    const init = { method: 'POST', body: sent, headers: { 'accept-encoding': encoding } };
    const answer = await fetch(server.url + operations.getBookingDetail.path, init);
    expect((await answer.json()).Errors[0].Message).toContain(`no booking "${BookingId}"`);
  }
});
