import { afterAll, describe, expect, it } from 'vitest';
import { parseProfile } from '#contracts';
import { listen } from '#mock-server/node';
import { createTestSupplier } from '../hotel-client.ts';
import { lastEntry } from '../pipeline/exchange-of.ts';
import { requestText, sendRaw } from '../pipeline/raw-socket.ts';
import { get } from './get-static.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
const base = '/new/api/v1/mapping/airport';
const address = `${base}/GIG/token/demo-static-token?managerId=1`;
const server = await listen(supplier, { port: 0 });
afterAll(() => server.close());

const warnings = () => lastEntry(supplier).facts.warnings ?? [];

describe('an address with parameters', () => {
  it('is the same in any letter case but for its parameters, with a warning that shows none of them', async () => {
    const odd = '/NEW/api/V1/Mapping/Airport/GIG/TOKEN/demo-static-token?managerId=1';
    expect((await get(supplier, odd)).status).toBe(200);
    const message = `"/NEW/api/V1/Mapping/Airport/{airportCode}/TOKEN/{token}" is spelled "${base}/{airportCode}/token/{token}" in the contract`;
    expect(warnings()).toEqual([{ kind: 'spelling', field: 'path', message }]);
    expect((await get(supplier, address.replace('demo', 'DEMO'))).status).toBe(401);
  });

  it('has its parameters percent-decoded', async () => {
    const { status } = await get(supplier, `${base}/%47I%47/token/demo%2Dstatic%2dtoken?manager%49d=%31`);
    expect(status).toBe(200);
    expect(warnings()).toEqual([]);
  });

  it.each([
    ['the path', `${base}/%zz/token/demo-static-token?managerId=1`, 'airportCode'],
    ['the token', `${base}/GIG/token/%E9?managerId=1`, 'token'],
    ['the query', `${address}&x=%`, 'x'],
    ['a name in the query', `${address}&%ff=1`, 'query'],
  ])('err.400: with an invalid escape in %s is refused with 400', async (_, url, field) => {
    const { status, errors } = await get(supplier, url);
    expect({ status, field: errors[0]?.Field }).toEqual({ status: 400, field });
    expect(errors[0]?.Message).toMatch(/percent sign/);
  });

  it.each([
    ['without the token', `${base}/GIG/token`, /\(airportDetail\)/],
    ['without the end', `${base}/GIG`, /\(airportDetail\)/],
    ['misspelled', `${base}s/GIG/token/x?managerId=1`, /did you mean GET .*\(airportDetail\)/],
    ['with more after it', `${base}/GIG/token/x/y`, /\(airportDetail\)/],
  ])('err.404: %s is refused with the nearest one', async (_, url, message) => {
    const { status, errors } = await get(supplier, url);
    expect(status).toBe(404);
    expect(errors[0]?.Message).toMatch(message);
  });

  it('over a port, is answered with all headers, and its parameters as they stand on the wire', async () => {
    const { status, headers, body } = await sendRaw(server.port, requestText(`GET ${address}`));
    expect([status, headers['x-understudy-sandbox']]).toEqual([200, 'default']);
    expect(JSON.parse(body)).toMatchObject({ iataCode: 'GIG' });
    const dots = requestText(`GET ${base}/../token/demo-static-token?managerId=1`);
    expect((await sendRaw(server.port, dots)).status).toBe(404);
  });
});

describe('a query', () => {
  it.each([
    ['twice', `${address}&managerId=1`, { kind: 'lenient', field: 'managerId' }],
    ['twice, of which the last one counts', address.replace('=1', '=9&managerId=1'), { kind: 'lenient' }],
    ['in other letters', address.replace('managerId', 'ManagerID'), { kind: 'spelling', field: 'managerId' }],
    ['with a blank', address.replace('=1', '=+1'), { kind: 'lenient', field: 'managerId' }],
  ])('that gives managerId %s is read with a warning', async (_, url, warning) => {
    expect((await get(supplier, url)).status).toBe(200);
    expect(warnings()).toEqual([expect.objectContaining(warning)]);
  });

  it('with an unknown parameter is accepted with a warning that names the nearest known one', async () => {
    expect((await get(supplier, `${address}&managerIds=1&__proto__=x&zzz`)).status).toBe(200);
    const names = ['managerIds', '__proto__', 'zzz'].map(name => ['unknown-field', name]);
    expect(warnings().map(({ kind, field }) => [kind, field])).toEqual(expect.arrayContaining(names));
    expect(warnings()[0]?.message).toContain('did you mean "managerId"?');
  });

  it('cannot stand in for a parameter of the path', async () => {
    const { status } = await get(supplier, `${base}/GIG/token/wrong?managerId=1&token=demo-static-token`);
    expect(status).toBe(401);
    expect((await get(supplier, `${address}&airportCode=ZZZ`)).status).toBe(200);
    expect(warnings()).toEqual([expect.objectContaining({ kind: 'unknown-field', field: 'airportCode' })]);
  });

  it('of ten thousand parameters is answered, and recorded small', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `&p${index % 5_000}=1`).join('');
    expect((await get(supplier, address + many)).status).toBe(200);
    expect(JSON.stringify(warnings()).length).toBeLessThan(10_000);
  });
});

it('a body that comes with a GET is not read, and draws a warning', async () => {
  const length = { 'Content-Length': 9, 'Content-Type': 'application/json' };
  const answer = await sendRaw(server.port, requestText(`GET ${address}`, length, '{"broken"'));
  expect(answer.status).toBe(200);
  expect(warnings()).toEqual([{ kind: 'lenient', field: '', message: expect.stringContaining('no body') }]);
});

it('in a dialect, the paths and query parameters of a profile are read, in errors, too (ep.unspecified)', async () => {
  const own = { path: '/v2/{token}/iata-{airportCode}.json', answer: { iataCode: 'code' } };
  const spoken = { name: 'acme', fields: { managerId: 'agency' }, operations: { airportDetail: own } };
  const profile = parseProfile(spoken);
  const acme = createTestSupplier({ profile });
  const right = await get(acme, '/V2/demo-static-token/iata-LIS.json?Agency=1');
  expect(right).toMatchObject({ status: 200, body: { code: 'LIS' } });
  expect(lastEntry(acme).facts).toMatchObject({
    operation: 'airportDetail',
    request: { airport: 'LIS', managerId: '1' },
    warnings: [{ field: 'path' }, { field: 'agency' }],
  });
  const wrong = await get(acme, '/v2/demo-static-token/iata-LIS.json?agency=x');
  expect(wrong.errors[0]).toMatchObject({ Field: 'agency', Message: expect.stringMatching(/^agency: /) });
  expect((await get(acme, address)).status).toBe(404);
});
