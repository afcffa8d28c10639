import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createClient } from '#client';
import { parseProfile } from '#contracts';
import { createMockSupplier } from '#mock-server';
import { guestsOf, testCriteria, testPayment } from '../../mock-server/hotel-client.ts';
import { stage, start } from './stage.ts';

const profile = parseProfile(parse(readFileSync('docs/guides/acme.yaml', 'utf8')));
const { PaymentRequestCC1: payment } = testPayment({
  PaymentConditionId: '',
  Description: '',
  Installments: 1,
});

describe('a profile', () => {
  it('ep.unspecified: has a whole flow spoken in the dialect of a supplier', async () => {
    const supplier = createMockSupplier({ clock: { mode: 'auto', start }, profile });
    const { clock } = supplier.sandboxes.require('default');
    const sent: [string, string, Record<string, unknown>][] = [];
    const client = createClient({
      baseUrl: 'http://acme.test',
      credential: { Username: 'demo', Password: 'demo' },
      clock,
      profile,
      fetch: (input, init) => {
        sent.push([init?.method ?? '', new URL(String(input)).pathname, JSON.parse(String(init?.body))]);
        return supplier.fetch(input, init);
      },
    });
    const booked = await client.book(
      {
        product: 'hotel',
        criteria: testCriteria,
        guests: guestsOf({ NumAdults: 2, ChildAges: [] }),
        payment,
        choose: offers => offers.find(({ canPayLater, isPrePayment }) => canPayLater && !isPrePayment),
      },
      () => true,
    );
    expect(booked).toMatchObject({ outcome: 'confirmed' });
    if (booked.outcome !== 'confirmed') return;
    expect(await client.cancel({ bookingId: booked.bookingId })).toMatchObject({ outcome: 'cancelled' });
    expect(sent.slice(0, 3).map(([method, path]) => [method, path])).toEqual([
      ['POST', '/v2/hotels/availability'],
      ['POST', '/v2/hotels/conditions'],
      ['POST', '/v2/hotels/orders'],
    ]);
    expect(sent.at(-1)?.slice(0, 2)).toEqual(['PUT', '/v2/orders/cancellation']);
    for (const [, , body] of sent) expect(body).toMatchObject({ auth: { user: 'demo', secret: 'demo' } });
    expect(sent[0]?.[2]).toMatchObject({ query: { cityCode: '1001', arrival: '10/12/2026' } });
  });

  it('hides the same secrets in the log, which speaks the contract', async () => {
    const on = stage([{ json: { problems: [], sessionToken: 'very-secret', orderId: '7' } }], { profile });
    await on.fails('hotel.getBookingConditions');
    expect(on.seen[0]?.body).toContain('demo-password');
    expect(on.log[0]?.body).toEqual({ Credential: { Username: 'demo', Password: '***' } });
    expect(JSON.stringify(on.log)).not.toMatch(/demo-password|very-secret/);
  });

  it('err.400: has errors read in the names of the contract', async () => {
    const problems = [{ code: 'InvalidRequest', text: 'expected a date', where: 'query.arrival' }];
    const on = stage([{ status: 400, body: JSON.stringify({ problems }) }], { profile });
    const error = await on.fails('hotel.search');
    expect(String(error)).toBe('HttpError: hotel.search: HTTP 400, InvalidRequest: expected a date');
    expect(error).toMatchObject({ errors: [{ Code: 'InvalidRequest', Message: 'expected a date' }] });
  });

  it('auth.4: has the query of static data spoken in the dialect too', async () => {
    const airports = parseProfile({
      name: 'other',
      fields: { managerId: 'agency' },
      operations: { airportDetail: { path: '/ports/{token}/{airportCode}', answer: { iataCode: 'code' } } },
    });
    const on = stage([404], { profile: airports });
    await on.fails('airportDetail');
    await on.client.airport('GIG').catch(() => undefined);
    expect(on.seen.at(-1)?.url).toBe('http://supplier.test/ports/demo-static-token/GIG?agency=1');
  });
});
