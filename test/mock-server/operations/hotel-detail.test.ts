import { describe, expect, it } from 'vitest';
import { destinations, hotelsOf } from '#mock-server/inventory/reference/index';
import { createTestSupplier } from '../hotel-client.ts';
import { brief } from '../pipeline/exchange-of.ts';
import { read } from './get-static.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
const detail = async (hotelId: unknown) => read(supplier, 'hotelDetail', { hotelId });
const fields = 'id destination name address latitude longitude category amenities photos rooms'.split(' ');
const absent = [0, -1, 1, 1001000, 1001021, 9000001, 999999999999999];
const odd = ['', ' ', 'abc', '1.5', '1e7', '1001001x', '9'.repeat(20), '0x10', 'NaN', '__proto__'];

describe('hotelDetail', () => {
  it('res.hotel-detail: lacks some fields for some hotels of every city, and none of all hotels', async () => {
    const lacked = new Set<string>();
    for (const city of destinations) {
      const details = await Promise.all(hotelsOf(city.id).map(({ id }) => detail(id)));
      const lacking = details.map(({ body }) => fields.filter(field => !(field in body)));
      for (const field of lacking.flat()) lacked.add(field);
      expect(lacking.filter(names => names.length > 0).length).toBeGreaterThan(3);
      expect(lacking.filter(names => names.length === 0).length).toBeGreaterThan(9);
      for (const { body } of details) expect(body.category ?? '1').toMatch(/^[1-5]$/);
    }
    expect([...lacked].sort()).toEqual(fields.filter(name => name !== 'id' && name !== 'name').sort());
  });

  it.each(absent)('err.404: hotel %d, which is not there, is refused, naming it', async hotelId => {
    const refused = await detail(hotelId);
    expect(brief(refused)).toBe('404 NotFound hotelId');
    expect(refused.errors[0]?.Message).toContain(String(hotelId));
  });

  it.each(odd)('ep.hotel-detail, err.400: %j is not a hotel id, which is an integer', async hotelId => {
    const refused = await detail(hotelId);
    expect(brief(refused)).toBe('400 InvalidRequest hotelId');
    expect(refused.errors[0]?.Message).toContain('expected a whole number');
  });
});
