import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Profile, parseProfile } from '#contracts';
import { classicProfile } from '../mock-server/pipeline/classic.ts';
import { carCriteria, twoAdults } from '../mock-server/trip-client.ts';
import { createWorld, hotelRequest, payment } from './flow/world.ts';
import { stage } from './stage.ts';

const acme = parseProfile(parse(readFileSync('docs/guides/acme.yaml', 'utf8')));

function speaking(profile: Profile) {
  const sent: { readonly path: string; readonly body: string }[] = [];
  const world = createWorld([], {
    supplier: { profile },
    client: { profile, staticToken: 'demo-static-token', managerId: 1 },
    tap: (url, body) => sent.push({ path: new URL(url).pathname, body }),
  });
  return { ...world, sent };
}

it('ep.unspecified: a client with a profile speaks a whole flow in the dialect of the supplier', async () => {
  const { book, client, sandbox, sent } = speaking(acme);
  const booked = await book(hotelRequest);
  expect(booked).toMatchObject({ outcome: 'confirmed' });
  expect(await client.cancel({ bookingId: Object(booked).bookingId })).toMatchObject({
    outcome: 'cancelled',
  });
  expect(sent.slice(0, 3).map(({ path }) => path)).toEqual([
    '/v2/hotels/availability',
    '/v2/hotels/conditions',
    '/v2/hotels/orders',
  ]);
  expect(sent.at(-1)?.path).toBe('/v2/orders/cancellation');
  expect(sandbox.journal.read().at(-1)?.facts.method).toBe('PUT');
  for (const { body } of sent)
    expect(JSON.parse(body)).toMatchObject({ auth: { user: 'demo', secret: 'demo' } });
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
    query: { cityCode: '1001', arrival: '10/12/2026' },
  });
});

it('a client with the profile classic books a car with a driver, and finds places at the path of public clients', async () => {
  const { book, client, sent } = speaking(classicProfile);
  const car = { product: 'car', criteria: carCriteria, guests: twoAdults, payment } as const;
  expect(await book(car)).toMatchObject({ outcome: 'confirmed' });
  expect(sent.find(({ path }) => path.endsWith('/DoBooking'))?.body).toContain('"Driver":{');
  const rooms = [{ NumAdults: 2 }, { NumAdults: 2 }];
  const stay = { ...hotelRequest.criteria, Currency: 'USD', SearchRooms: rooms };
  const family = [...twoAdults, ...twoAdults];
  expect(await book({ product: 'hotel', criteria: stay, guests: family, payment })).toMatchObject({
    outcome: 'confirmed',
  });
  const { answer } = await client.call('autocomplete', { term: 'salvador' });
  expect(answer[0]).toMatchObject({ name: 'Salvador', destinationId: '1003', hotelId: 0 });
  expect(sent.at(-1)?.path).toMatch(/\/autocomplete\/all\/salvador\/managerid\/\d+\/token\/[^/?]+$/);
});

it('auth.5: a client with a profile hides the same secrets in its log, which speaks the contract', async () => {
  const json = { problems: [], sessionToken: 'very-secret', orderId: '7' };
  const on = stage([{ json }], { profile: acme });
  await on.fails('hotel.getBookingConditions');
  expect(on.seen[0]?.body).toContain('demo-password');
  expect(on.log[0]?.body).toEqual({ Credential: { Username: 'demo', Password: '***' } });
  expect(JSON.stringify(on.log)).not.toMatch(/demo-password|very-secret/);
});

it('err.400: a client with a profile reads errors in the names of the contract', async () => {
  const problems = [{ code: 'InvalidRequest', text: 'expected a date', where: 'query.arrival' }];
  const on = stage([{ status: 400, body: JSON.stringify({ problems }) }], { profile: acme });
  const error = await on.fails('hotel.search');
  expect(String(error)).toBe('HttpError: hotel.search: HTTP 400, InvalidRequest: expected a date');
  expect(error).toMatchObject({ errors: [{ Code: 'InvalidRequest', Message: 'expected a date' }] });
});

it('auth.4: a client with a profile speaks the query of static data in the dialect too', async () => {
  const airports = parseProfile({
    name: 'other',
    fields: { managerId: 'agency' },
    operations: { airportDetail: { path: '/ports/{token}/{airportCode}', answer: { iataCode: 'code' } } },
  });
  const on = stage([404], { profile: airports });
  await on.client.airport('GIG').catch(() => undefined);
  expect(on.seen.at(-1)?.url).toBe('http://supplier.test/ports/demo-static-token/GIG?agency=1');
});
