import { describe, expect, it } from 'vitest';
import { destinations, hotelsOf } from '#mock-server/inventory/reference/index';
import { createTestSupplier } from '../hotel-client.ts';
import { read } from './get-static.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
const detail = async (hotelId: unknown) => read(supplier, 'hotelDetail', { hotelId });
const fields = [
  'id',
  'destination',
  'name',
  'address',
  'latitude',
  'longitude',
  'category',
  'amenities',
  'photos',
  'rooms',
];

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

  it.each([0, -1, 1, 1001000, 1001021, 9000001, 999999999999999])(
    'err.404: hotel %d, which is not there, is refused, naming it',
    async hotelId => {
      const { status, errors } = await detail(hotelId);
      expect({ status, errors }).toMatchObject({
        status: 404,
        errors: [{ Code: 'NotFound', Field: 'hotelId', Message: expect.stringContaining(String(hotelId)) }],
      });
    },
  );

  it.each(['', ' ', 'abc', '1.5', '1e7', '1001001x', '9'.repeat(20), '0x10', 'NaN', '__proto__'])(
    'ep.hotel-detail, err.400: %j is not a hotel id, which is an integer',
    async hotelId => {
      const { status, errors } = await detail(hotelId);
      expect({ status, field: errors[0]?.Field, count: errors.length }).toEqual({
        status: 400,
        field: 'hotelId',
        count: 1,
      });
      expect(errors[0]?.Message).toContain('expected a whole number');
    },
  );
});
