import { describe, expect, it } from 'vitest';
import { destinations } from '#mock-server/inventory/reference/index';
import { createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { brief, lastEntry } from '../pipeline/exchange-of.ts';
import { read } from './get-static.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
const detail = (airportCode: string) => read(supplier, 'airportDetail', { airportCode });

describe('airportDetail', () => {
  it.each(destinations)('ep.airport: gives $airport.code with the destination to search', async city => {
    const { code: iataCode, ...airport } = city.airport;
    const { status, body } = await detail(iataCode);
    const place = { city: city.name.en, countryCode: city.country, timeZone: city.timeZone };
    expect([status, body]).toEqual([200, { ...airport, iataCode, ...place, destinationId: city.id }]);
    const search = await createHotelClient(supplier.fetch).search({ DestinationId: body.destinationId });
    expect(search.Hotels.length).toBe(20);
  });

  it('reads a code in small letters with a warning, and one in capitals without', async () => {
    expect((await detail('gig')).body.iataCode).toBe('GIG');
    expect(lastEntry(supplier).facts).toMatchObject({
      request: { airport: 'gig' },
      warnings: [{ kind: 'lenient', field: 'airportCode' }],
    });
    await detail('GIG');
    expect(lastEntry(supplier).facts.warnings).toBeUndefined();
  });

  it.each([
    ['GIX', 'did you mean "GIG"?'],
    ['gru1', 'did you mean "GRU"?'],
    ['XQZ', 'known are GIG, GRU,'],
    ['Galeão', 'known are GIG, GRU,'],
    ['__proto__', 'known are GIG, GRU,'],
    ['x'.repeat(5_000), 'known are GIG, GRU,'],
  ])('err.404: an unknown code is refused with the nearest one, or with all: %s', async (code, message) => {
    const refused = await detail(code);
    expect(brief(refused)).toBe('404 NotFound airportCode');
    expect(refused.errors[0]?.Message).toContain(message);
    expect(refused.text.length).toBeLessThan(500);
  });
});
