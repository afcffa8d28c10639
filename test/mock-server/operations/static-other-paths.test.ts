import { describe, expect, it } from 'vitest';
import { bookingBody, startSupplier, testCriteria } from '../hotel-client.ts';
import { lastEntry, post } from '../pipeline/exchange-of.ts';
import { expectHidden, journalText } from '../pipeline/masking-traces.ts';
import { get } from './get-static.ts';

const token = 'demo-static-token';
const { supplier, client } = startSupplier({ options: { rateLimit: false } });
const all = (term: string, end = '', managerId = '1') =>
  `/new/api/v1/mapping/autocomplete/all/${term}/managerid/${managerId}/token/${token}${end}`;
const main = `/new/api/v1/mapping/autocomplete/salvador/token/${token}?managerId=1`;
const warnings = () => lastEntry(supplier).facts.warnings ?? [];

describe('autocomplete at the path of public clients', () => {
  it('returns the same places, and records the same request without a warning', async () => {
    const exact = await get(supplier, main);
    const { request } = lastEntry(supplier).facts;
    const { status, body } = await get(supplier, all('salvador'));
    expect(status).toBe(200);
    expect(body).toEqual(exact.body);
    const { facts } = lastEntry(supplier);
    expect(facts).toMatchObject({ operation: 'autocomplete', request, credential: { in: 'url' } });
    expect(warnings()).toEqual([]);
    expect(facts.url).toBe(
      `/new/api/v1/mapping/autocomplete/all/salvador/managerid/1/token/${facts.credential?.mark}`,
    );
    expectHidden(journalText(supplier), [token]);
  });

  it.each([
    ['/1', 1],
    ['/3', 3],
    ['/400', 20],
  ])('returns at most the number of places at its end, here %s', async (end, count) => {
    expect((await get<unknown[]>(supplier, all('a', end))).body).toHaveLength(count);
  });

  it('matches in another letter case, with a warning', async () => {
    expect((await get(supplier, all('rio').replace('managerid', 'managerId'))).status).toBe(200);
    expect(warnings().map(({ kind, field }) => `${kind} ${field}`)).toEqual(['spelling path']);
  });

  it.each([
    ['a quantity below zero', all('rio', '/-1'), 400, 'quantity'],
    ['a quantity that is no number', all('rio', '/pt'), 400, 'quantity'],
    ['a managerId that is no number', all('rio', '', 'x'), 400, 'managerId'],
    ['the managerId of another sandbox', all('rio', '', '2'), 401, 'managerId'],
    ['a wrong token', all('rio').replace(token, 'other-static-token'), 401, 'token'],
  ])('err.400: refuses %s', async (_, address, status, field) => {
    const refused = await get(supplier, address);
    expect({ status: refused.status, field: refused.errors[0]?.Field }).toEqual({ status, field });
  });

  it('auth.5: hides the token in a path that is nearly this one', async () => {
    const { status, errors } = await get(supplier, all('rio').replace('managerid', 'manager'));
    expect(status).toBe(404);
    expect(errors[0]?.Message).toContain('(autocomplete)');
    expectHidden(journalText(supplier), [token]);
  });
});

describe('the older paths', () => {
  it('serve the flow of a client that calls only them, without a warning about the path', async () => {
    const call = async (path: string, body: object) => {
      const sent = JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, ...body });
      const { status, text } = await post(supplier, sent, { path: `/ws/Rest/Hotel.svc/${path}` });
      expect(status, path).toBe(200);
      expect(warnings()).toEqual([]);
      return JSON.parse(text);
    };
    const found = await call('Search', { Criteria: testCriteria });
    const conditions = await client.conditions(found, { change: {} });
    const again = await call('Search', { Criteria: testCriteria });
    const { HotelId, RoomIds, rooms } = conditions.choice;
    const checked = await call('GetCancellationPolicies', { Token: again.Token, HotelId, RoomIds });
    const booked = await call('Booking', bookingBody({ ...checked, choice: { HotelId, RoomIds, rooms } }));
    const { BookingId, Services } = booked;
    const cancelled = await call('Cancel', { BookingId, ServiceId: Services[0].ServiceId });
    expect(cancelled.bookingStatus).toBe('Cancelled');
    expect(lastEntry(supplier).facts.operation).toBe('hotel.cancelByService');
  });

  it('accept only the method of the operation', async () => {
    const { status, errors } = await get(supplier, '/ws/Rest/RentACar.svc/GetPaymentPolicies');
    expect(status).toBe(405);
    expect(errors[0]?.Message).toContain('car.getBookingConditions');
  });
});
