import { describe, expect, it } from 'vitest';
import { warningHeader } from '#mock-server/pipeline/handle';
import { startSupplier, testCriteria } from '../hotel-client.ts';
import { post } from './exchange-of.ts';

const { supplier, client } = startSupplier({ options: { rateLimit: false } });
const name = 'x-understudy-warnings';

async function search(change: object) {
  const { status, headers } = await client.call('hotel.search', { Criteria: { ...testCriteria, ...change } });
  return [status, headers.get(name)];
}

describe('the header with the warnings', () => {
  it('has the number of warnings, and kind and field of the first warnings', async () => {
    const header = '2; lenient Criteria.NumNights; unknown-field Criteria.Foo';
    expect(await search({ NumNights: '2', Foo: 1 })).toEqual([200, header]);
  });

  it('is absent when there are no warnings', async () => {
    expect(await search({})).toEqual([200, null]);
    expect((await post(supplier, '{')).headers.has(name)).toBe(false);
  });

  it('names five fields at most', async () => {
    const [, header] = await search({ F1: 1, F2: 1, F3: 1, F4: 1, F5: 1, F6: 1 });
    expect(header).toMatch(/^6; (?:unknown-field Criteria\.F\d; ){5}\.\.\.$/);
  });

  it('contains ASCII without secrets and has a limited length (auth.5)', async () => {
    const [, header] = await search({ '4111111111111111': 1, 'demo-static-token': 1, 'Preço; x': 1 });
    expect(header).toMatch(/Criteria\.Pre\?o\?\?x/);
    expect(header).not.toMatch(/4111111111111111|demo-static-token/);
    const [, long] = await search(Object.fromEntries(['a', 'b'].map(key => [key.repeat(5_000), 1])));
    expect(String(long).length).toBeLessThan(200);
  });

  it('names the body when a warning has no field', () => {
    const warning = { kind: 'lenient', field: '', message: 'm' } as const;
    expect(warningHeader([warning])).toEqual({ [name]: '1; lenient (body)' });
  });
});
