import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { type OperationId, operations } from '#contracts';
import { createOpenApi } from '#contracts/openapi';
import committed from '#contracts/openapi.json' with { type: 'json' };
import { applyProfile, parseProfile } from '#contracts/profile';
import { at, described, describedIn, examples, fieldsOf, media, request } from './described-operation.ts';
import { documentPlaces, object } from './document-fields.ts';

describe('the OpenAPI document in a dialect', () => {
  const fields = { BookingId: 'locator', Username: 'login', DestinationId: 'city', Errors: 'faults' };
  const ids = Object.keys(operations);
  const own = (id: string) => ({
    ...(id === 'getBooking' && { method: 'PUT' }),
    ...(id.endsWith('Detail') && id !== 'getBookingDetail' ? {} : { path: [`/v2/${id}`, `/v1/${id}`] }),
  });
  const posts = ids.filter(id => operations[id as OperationId].method === 'POST'); // the ids are the keys of the table
  const profile = parseProfile({
    name: 'renamed',
    fields,
    operations: Object.fromEntries(posts.map(id => [id, own(id)])),
  });
  const document = createOpenApi({ dialect: applyProfile(operations, profile), examples });
  const text = JSON.stringify(document);
  const operationAt = (path: string, method: string) => object(object(document.paths[path])[method]);

  it('has the methods and first paths of the dialect only', () => {
    const paths = ids.map(id => (posts.includes(id) ? `/v2/${id}` : operations[id as OperationId].path));
    expect(Object.keys(document.paths)).toEqual(paths);
    expect(operationAt('/v2/getBooking', 'put').operationId).toBe('getBooking');
  });

  it('lists the other paths of an operation', () => {
    expect(operationAt('/v2/getBooking', 'put')['x-other-paths']).toEqual(['/v1/getBooking']);
    expect(operationAt(operations.hotelDetail.path, 'get')).not.toHaveProperty('x-other-paths');
  });

  it('lists the names and words of public clients, except those that the dialect uses itself', () => {
    const search = (own: object) => described('car.search', { request: own });
    const words = {
      'Criteria.Pickup.LocationType': { values: { Destination: 'CITY', Airport: 'Airfield' } },
    };
    const type = at(request(search(words)), 'Criteria.Pickup.LocationType');
    expect(type['x-also-values']).toMatchObject({ City_Location: 'CITY' });
    const same = { 'Criteria.Pickup.LocationType': { values: { Destination: 'City_Location' } } };
    const own = at(request(search(same)), 'Criteria.Pickup.LocationType');
    expect(Object.keys(object(own['x-also-values']))).not.toContain('City_Location');
    const named = (HotelIds: string) =>
      at(request(described('hotel.search', { request: { HotelIds } })), `Criteria.${HotelIds}`)[
        'x-also-named'
      ];
    expect(named('Hotels')).toEqual(['HotelsIds', 'Filters.SelectedHotelsIds']);
    expect(named('HotelsIds')).toEqual(['Filters.SelectedHotelsIds']);
  });

  it('names fields as the dialect does, at any depth and where they are required', () => {
    const left = Object.keys(fields).filter(
      name => text.includes(`"${name}":`) || text.includes(`["${name}"`),
    );
    expect(left).toEqual([]);
    expect(text).toContain('"required":["login","Password"]');
    expect(text).toContain('"anyOf":[{"required":["city"]},{"required":["HotelIds"]}]');
  });

  it('shows examples in the names of the dialect', () => {
    const body = media(operationAt('/v2/getBooking', 'put').requestBody);
    expect(body.example).toEqual({
      Credential: { login: 'demo', Password: 'demo' },
      ExternalReference: 'trip-42',
    });
  });

  it('keeps the provenance of every field and resolves every reference', () => {
    expect(documentPlaces({ ...document }).filter(({ provenance }) => !provenance)).toEqual([]);
    expect(text).not.toContain('$ref');
  });

  it('is valid OpenAPI', async () => {
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
  });

  it('describes the contract itself without a change of the schemas', () => {
    const dialect = applyProfile(operations, parseProfile({ name: 'same' }));
    const search = describedIn(dialect, 'hotel.search');
    const { properties, required, allOf } = committed.components.schemas.HotelCriteria;
    const criteria = at(request(search), 'Criteria');
    expect(criteria).toMatchObject({ required, allOf });
    expect(fieldsOf(criteria)).toEqual(Object.keys(properties));
    expect(criteria.properties).toMatchObject({ CheckinDate: properties.CheckinDate });
  });
});
