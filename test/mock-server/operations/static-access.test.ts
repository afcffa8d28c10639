import { describe, expect, it } from 'vitest';
import { limits, operations, writeAddress } from '#contracts';
import { createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { brief } from '../pipeline/exchange-of.ts';
import { fullRequests, getIds } from '../pipeline/full-requests.ts';
import { access, get, read } from './get-static.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
supplier.sandboxes.create({ id: 'other', staticToken: 'token-of-other', managerId: 77 });
const airport = (fields: object) => read(supplier, 'airportDetail', { airportCode: 'GIG', ...fields });

describe('access to static data', () => {
  const unknown: [string, string][] = [
    ['another', 'wrong-token'],
    ['a word in other letter case', 'Demo-Static-Token'],
    ['an empty one', ''],
    ['one that ends in a blank', 'demo-static-token '],
    ['__proto__', '__proto__'],
  ];

  it.each(unknown)('auth.4: refuses %s with 401, and does not repeat it', async (_, token) => {
    for (const id of getIds) {
      const refused = await read(supplier, id, { ...fullRequests[id], token });
      expect(brief(refused)).toBe('401 InvalidStaticToken token');
      expect(refused.errors[0]?.Message).toMatch(/^token: /);
      if (token !== '') expect(refused.text).not.toContain(token);
    }
  });

  it('auth.4: refuses the token of another sandbox with the name and the address of that sandbox', async () => {
    const here = await airport({ token: 'token-of-other' });
    const where = /belongs to sandbox "other".*reached "default".*\/sandbox\/other/;
    expect([here.status, here.errors[0]?.Message]).toEqual([401, expect.stringMatching(where)]);
    expect(here.text).not.toContain('token-of-other');
    const there = await get(supplier, `/sandbox/other${addressOf({ managerId: 77 })}`);
    expect(brief(there)).toBe('401 InvalidStaticToken token');
    const right = addressOf({ token: 'token-of-other', managerId: 77 });
    expect((await get(supplier, `/sandbox/other${right}`)).status).toBe(200);
  });

  it.each([
    ['of another sandbox', 77, /belongs to sandbox "other".*\/sandbox\/other/],
    ['that no sandbox has', 4, /4 does not match this static token/],
    ['that no sandbox has, written with a blank', ' 4', /4 does not match this static token/],
  ])('auth.4: refuses a managerId %s with 401', async (_, managerId, message) => {
    const refused = await airport({ managerId });
    expect(brief(refused)).toBe('401 InvalidStaticToken managerId');
    expect(refused.errors[0]?.Message).toMatch(message);
  });

  it.each([
    ['missing', undefined, 'missing: expected a whole number'],
    ['empty', '', 'expected a whole number, got ""'],
    ['a word', 'abc', 'expected a whole number, got "abc"'],
    ['a fraction', '1.5', 'expected a whole number, got 1.5'],
    ['beyond all bounds', '1e999', 'expected a whole number, got "1e999"'],
    ['true', 'true', 'expected a whole number, got "true"'],
  ])('ep.airport, err.400: refuses a managerId that is %s with 400', async (_, managerId, message) => {
    for (const id of getIds) {
      const refused = await read(supplier, id, { ...fullRequests[id], managerId });
      expect(brief(refused)).toBe('400 InvalidRequest managerId');
      expect(refused.errors[0]?.Message).toBe(`managerId: ${message}`);
    }
  });

  it('has its checks in order: the token, the rate, then everything else', async () => {
    const limited = createTestSupplier({ options: { rateLimit: 1 } });
    const statusOf = async (fields: object) => (await read(limited, 'airportDetail', fields)).status;
    expect(await statusOf({ airportCode: '', token: 'wrong', managerId: '' })).toBe(401);
    expect(await statusOf({ airportCode: 'GIG' })).toBe(200);
    expect(await statusOf({ airportCode: '', managerId: '' })).toBe(429);
    expect(await statusOf({ airportCode: '', managerId: 2 })).toBe(401);
    limited.sandboxes.require('default').clock.advance({ by: 61_000 });
    expect(await statusOf({ airportCode: '', managerId: '' })).toBe(400);
    expect(await statusOf({ airportCode: 'GIG' })).toBe(429);
  });

  it('limit.rate, err.429: is counted on the static token, apart from every user', async () => {
    const credential = { Username: access.token, Password: 'p4ssword' };
    const busy = createTestSupplier({ credential });
    const client = createHotelClient(busy.fetch, { credential });
    const maxCalls = limits.ratePerMinute.value;
    for (let count = 0; count < maxCalls; count += 1)
      expect((await read(busy, 'airportDetail', { airportCode: 'GIG' })).status).toBe(200);
    const refused = await read(busy, 'airportDetail', { airportCode: 'GIG' });
    expect(brief(refused)).toBe('429 RateLimited');
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.text).not.toContain(access.token);
    expect((await client.list()).Errors).toEqual([]);
  });
});

const addressOf = (fields: object) =>
  writeAddress(operations.airportDetail.path, { ...access, airportCode: 'GIG', ...fields });
