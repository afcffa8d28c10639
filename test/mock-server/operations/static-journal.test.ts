import { describe, expect, it } from 'vitest';
import { parseProfile } from '#contracts';
import { createTestSupplier } from '../hotel-client.ts';
import { lastEntry } from '../pipeline/exchange-of.ts';
import { expectHidden, journalText } from '../pipeline/masking-traces.ts';
import { get } from './get-static.ts';

const token = 'st4tic t0ken/of "mine"';
const strange = 'somebody-elses-token';
const base = '/new/api/v1/mapping/airport';
const create = () => createTestSupplier({ staticToken: token, managerId: 5, options: { rateLimit: false } });
const escaped = (text: string) =>
  [...new TextEncoder().encode(text)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('');

describe('the record of a call for static data', () => {
  it('auth.4, auth.5: holds the requested data, and a mark that is equal for equal tokens', async () => {
    const supplier = create();
    const marks = [];
    for (const spelled of [encodeURIComponent(token), escaped(token)]) {
      expect((await get(supplier, `${base}/LIS/token/${spelled}?managerId=5`)).status).toBe(200);
      const { facts } = lastEntry(supplier);
      expect(facts).toMatchObject({
        operation: 'airportDetail',
        method: 'GET',
        credential: { in: 'url', mark: expect.stringMatching(/^~[\da-f]{8}$/) },
        request: { airport: 'LIS', managerId: '5' },
        answer: {},
      });
      expect(facts.url).toBe(`${base}/LIS/token/${facts.credential?.mark}?managerId=5`);
      marks.push(facts.credential?.mark);
    }
    await get(supplier, `${base}/LIS/token/${strange}?managerId=5`);
    marks.push(lastEntry(supplier).facts.credential?.mark);
    expect(new Set(marks).size).toBe(2);
    expectHidden(journalText(supplier), [token, escaped(token), strange]);
  });

  it('auth.5: never shows a token in the paths of a profile, nor while a call is open', async () => {
    const operations = { airportDetail: { path: '/v2/{token}/airports/{airportCode}' } };
    const profile = parseProfile({ name: 'acme', operations });
    const supplier = createTestSupplier({ profile, staticToken: token, managerId: 5 });
    for (const secret of [encodeURIComponent(token), escaped(token), strange]) {
      const call = get(supplier, `/v2/${secret}/airports/LIS?managerId=5`);
      expectHidden(journalText(supplier), [secret, token]);
      expectHidden((await call).text + journalText(supplier), [secret, token]);
    }
    const { url, credential } = lastEntry(supplier).facts;
    expect(credential).toEqual({ in: 'url', mark: expect.stringMatching(/^~[\da-f]{8}$/) });
    expect(url).toBe(`/v2/${credential?.mark}/airports/LIS?managerId=5`);
  });

  it('shows in the control API and in a HAR file as the call it was', async () => {
    const supplier = create();
    await get(supplier, `${base}/LIS/token/${encodeURIComponent(token)}?managerId=5`);
    const control = '/_control/sandboxes/default/exchanges';
    const [exchange] = (await get<Record<string, unknown>[]>(supplier, control)).body;
    const { mark = '' } = lastEntry(supplier).facts.credential ?? {};
    expect(exchange).toMatchObject({
      method: 'GET',
      requestBody: { airportCode: 'LIS', token: mark, managerId: 5 },
      answerBody: { iataCode: 'LIS' },
    });
    const har = (await get<{ log: { entries: { request: object }[] } }>(supplier, `${control}.har`)).body;
    expect(har.log.entries[0]?.request).toEqual({
      method: 'GET',
      url: `http://supplier.test${base}/LIS/token/${mark}?managerId=5`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      queryString: [{ name: 'managerId', value: '5' }],
      headersSize: -1,
      bodySize: -1,
    });
  });
});
