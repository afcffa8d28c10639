import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProfile, operations } from '#contracts';
import { openProxy, type ReplayProxy, statePath } from '#scenarios/verify/pact/proxy';
import { createFinder, type ReplayedRequest } from '#scenarios/verify/pact/request';
import { committedPact } from '../verifying.ts';

const dialect = applyProfile(operations, undefined);
const sent: ReplayedRequest[] = [];
const changes: unknown[] = [];
let proxy: ReplayProxy;
beforeAll(async () => {
  proxy = await openProxy({
    dialect,
    find: createFinder(dialect),
    allowBooking: false,
    credentials: { credential: { Username: 'u', Password: 'p' }, staticToken: 't', managerId: 7 },
    interactions: committedPact('hotel', ['hotel.search']).interactions,
    provider: {
      isTarget: true,
      async send(request) {
        sent.push(request);
        return Response.json({ Errors: [] });
      },
      async setState(change) {
        changes.push(change);
      },
    },
  });
});
afterAll(() => proxy.close());

const Criteria = { Ids: 'é'.repeat(50) };
const search = { method: 'POST', body: JSON.stringify({ Credential: {}, Criteria }) };
const headers = { 'content-type': 'application/json', 'x-understudy-interaction': '0' };
const url = () => `${proxy.url}/API/REST/Hotel.svc/Search`;

describe('the proxy of a provider', () => {
  it('passes on what is replayed, with the real credential and without its own header', async () => {
    const own = { ...headers, 'x-of-theirs': '1' };
    expect((await fetch(url(), { ...search, headers: own })).status).toBe(200);
    const [request] = sent;
    const Credential = { Username: 'u', Password: 'p' };
    expect(JSON.parse(request?.body ?? '')).toEqual({ Credential, Criteria });
    expect(request?.headers).toMatchObject({ 'x-of-theirs': '1' });
    expect(Object.keys(request?.headers ?? {})).not.toContain('x-understudy-interaction');
  });

  it.each([
    'POST /API/REST/ClientBackOffice.svc/CancelBooking',
    'POST /api/rest/hotel.svc/DOBOOKING?x=1',
    'POST /API/REST/Hotel.svc/Search/%2e%2e/DoBooking',
    'GET /API/REST/Hotel.svc/DoBooking',
    'HEAD /API/REST/Hotel.svc/Search',
    'DELETE /API/REST/Hotel.svc/Search',
  ])('passes on nothing that may book, whatever its interaction seemed to be: %s', async line => {
    const [method = '', path = ''] = line.split(' ');
    sent.length = 0;
    const body = method === 'POST' && { body: '{}' };
    const answer = await fetch(proxy.url + path, { method, headers, ...body });
    expect({ status: answer.status, sent }).toEqual({ status: 403, sent: [] });
    const text = await answer.text();
    if (method !== 'HEAD') expect(text).toContain('to replay the request, give --allow-booking');
    expect([...proxy.refused.values()]).toEqual([expect.stringContaining('could book, pay or cancel')]);
  });

  it('gives the credential to no other program on this machine', async () => {
    sent.length = 0;
    expect((await fetch(url(), search)).status).toBe(403);
    const body = '{"state":"all that hotel.search needs"}';
    const change = { method: 'POST', headers: { 'content-type': 'text/plain' }, body };
    expect((await fetch(proxy.url + statePath, change)).status).toBe(403);
    expect({ sent, changes }).toEqual({ sent: [], changes: [] });
  });
});
