import { describe, expect, it } from 'vitest';
import { type OperationId, operationIds, operations, parseProfile, writeAddress } from '#contracts';
import { examplesIn } from '#contracts/openapi';
import { createMockSupplier, type MockSupplier } from '#mock-server';
import { serve } from '../../over-port.ts';

const start = Date.parse('2031-01-31T23:30:00Z');
const credential = { Username: 'ana', Password: 's3cret' };
const identity = { credential, staticToken: 'st4tic', managerId: 77 };
const supplier = createMockSupplier({ ...identity, clock: { mode: 'manual', start } });
const document = await (await supplier.fetch('http://supplier.test/openapi.json')).json();

/** Sends the example of an operation to the server whose document shows it. */
async function send(id: OperationId): Promise<{ status: number; code?: string }> {
  const { method, path } = operations[id];
  const request = Object(examplesIn(document)[id]?.request);
  const fields = Object.keys(request).filter(name => !path.includes(`{${name}}`));
  const query = new URLSearchParams(fields.map(name => [name, String(request[name])]));
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(request[name])));
  const answer =
    method === 'GET'
      ? await supplier.fetch(`http://supplier.test${filled}?${query}`)
      : await supplier.fetch(`http://supplier.test${path}`, { method, body: JSON.stringify(request) });
  const { Errors = [] } = await answer.json();
  return { status: answer.status, ...(Errors.length > 0 && { code: Errors[0].Code }) };
}

/** Sends the example of each operation in the document of a dialect to its server. */
async function sendAll(spoken: MockSupplier) {
  const answers: { id: string; status: number; text: string }[] = [];
  const shown = await (await spoken.fetch('http://supplier.test/openapi.json')).json();
  for (const { id } of Object.values(operations)) {
    const { method, path } = spoken.dialect.operation(id);
    const { requestBody, parameters = [] } = shown.paths[path][method.toLowerCase()];
    const shownOnes: { name: string; example?: unknown }[] = parameters;
    const values = shownOnes.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]]));
    const address = writeAddress(path, Object.fromEntries(values));
    const body = requestBody?.content['application/json'].example;
    const answer = await spoken.fetch(`http://supplier.test${address}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    answers.push({ id, status: answer.status, text: await answer.text() });
  }
  return answers;
}

it('the examples in a dialect can be sent to its server as they stand', async () => {
  const CheckinDate = { to: 'Stay.From', format: 'unix' };
  const asText = { as: 'text' };
  const profile = parseProfile({
    name: 'moved',
    fields: { Credential: '.', Username: 'Login.Name', Token: { to: 'Session', as: 'list' } },
    operations: {
      'hotel.search': { request: { Criteria: '.', CheckinDate, 'Criteria.SearchRooms': { each: 'Room' } } },
      'tour.search': {
        path: '/tours/{Criteria.DestinationId}',
        request: { 'Criteria.NumberOfAdults': asText },
      },
      getBookingDetail: { method: 'PUT', path: ['/bookings/{BookingId}', '/detail'] },
      hotelDetail: { path: '/hotels/{hotelId}', request: { token: 'key' } },
      autocomplete: { path: '/find/{managerId}/{product}', request: { product: { values: { tour: 'T' } } } },
    },
  });
  const moved = createMockSupplier({ profile, ...identity, clock: { mode: 'manual', start } });
  const answers = await sendAll(moved);
  expect(answers).toHaveLength(operationIds.length);
  for (const { id, status, text } of answers)
    if (status !== 200)
      expect({ id, text }).toEqual({ id, text: expect.stringMatching(/TokenUnknown|NotFound/) });
  const { journal } = moved.sandboxes.require('default');
  expect(journal.read().flatMap(({ facts }) => facts.warnings ?? [])).toEqual([]);
});

describe('the examples that a server shows in /openapi.json', () => {
  it.each(operationIds)('of %s can be sent to it as they stand', async id => {
    const { status, code } = await send(id);
    // Tokens and bookings in the examples do not exist. Any other refusal means that the example is wrong.
    if (status !== 200) expect(code).toMatch(/^(?:TokenUnknown|NotFound)$/);
    else expect(code).toBeUndefined();
  });

  it("have the visitor's credential, but only where he may see it", async () => {
    expect(JSON.stringify(document)).toContain('s3cret');
    const { url } = await serve(createMockSupplier(identity), { controlToken: 'token' });
    const text = await (await fetch(`${url}/openapi.json`)).text();
    expect(text).not.toMatch(/s3cret|st4tic/);
    const shown = examplesIn(JSON.parse(text));
    const the = (name: string) => `the ${name} of this server`;
    const Credential = { Username: the('user name'), Password: the('password') };
    expect(shown.getBookingDetail?.request).toMatchObject({ Credential });
    expect(shown.airportDetail?.request).toMatchObject({ token: 'the-static-token-of-this-server' });
    for (const [id, { request }] of Object.entries(shown))
      expect(operations[id as OperationId].request.safeParse(request).error).toBeUndefined();
  });
});
