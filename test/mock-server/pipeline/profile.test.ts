import { expect, it } from 'vitest';
import { createTestSupplier } from '../hotel-client.ts';
import { readProfile } from './classic.ts';

const supplier = createTestSupplier({ profile: readProfile('docs/guides/acme.yaml') });

async function call(method: string, path: string, body: object) {
  const sent = JSON.stringify({ auth: { user: 'demo', secret: 'demo' }, ...body });
  const headers = { 'content-type': 'application/json' };
  const response = await supplier.fetch(`http://acme.test${path}`, { method, body: sent, headers });
  return { status: response.status, body: await response.json() };
}

const rooms = [{ adults: 2 }];
const query = { cityCode: '1001', arrival: '2026-12-10', nights: 2, rooms, Nationality: 'BR' };

it('the server reports errors in the dialect: the wrong field, and the nearest path', async () => {
  const bad = { ...query, rooms: [{ adults: -1 }] };
  const wrong = await call('POST', '/v2/hotels/availability', { query: bad });
  expect(wrong).toMatchObject({ status: 400, body: { problems: [{ where: 'query.rooms[0].adults' }] } });
  expect(wrong.body.problems[0].text).toMatch(/^query\.rooms\[0\]\.adults: .*got -1/);
  const lost = await call('POST', '/v2/hotels/availabilty', { query });
  expect(lost.body.problems[0].text).toContain('/v2/hotels/availability');
  expect((await call('POST', '/API/REST/Hotel.svc/Search', {})).status).toBe(404);
});

it('the server keeps the contract names inside: the journal does not know the dialect', async () => {
  expect((await call('POST', '/v2/hotels/availability', { query })).body).toHaveProperty('sessionToken');
  const { journal } = supplier.sandboxes.require('default');
  const [first] = journal.read({ operation: 'hotel.search', limit: 1 });
  const bodies = JSON.stringify(first?.bodies);
  expect(bodies).toContain('"Criteria":{"DestinationId":"1001"');
  expect(bodies).not.toContain('sessionToken');
});
