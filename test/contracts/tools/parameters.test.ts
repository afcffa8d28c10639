import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type AnyOperation, applyProfile, operations, parseProfile } from '#contracts';
import { specified } from '#contracts/provenance';
import { parametersOf } from '#contracts/tools';

const plain = applyProfile(operations);
const of = (id: keyof typeof operations, dialect = plain) =>
  new Map(parametersOf(operations[id], dialect).map(parameter => [parameter.name, parameter]));

describe('the parameters of an operation', () => {
  it('name each field with its place, its type, whether it is required, and where that stands', () => {
    const search = of('hotel.search');
    expect(search.get('Criteria.CheckinDate')).toEqual({
      name: 'Criteria.CheckinDate',
      where: 'body',
      type: 'date YYYY-MM-DD',
      required: true,
      provenance: { kind: 'specified', clause: 'date.local', statement: expect.stringContaining('ISO 8601') },
    });
    expect(search.get('Criteria.SearchRooms')?.type).toBe('list of object');
    expect(search.get('Criteria.SearchRooms[].NumAdults')).toMatchObject({
      type: 'whole number',
      required: true,
      provenance: { kind: 'assumed', reason: 'field' },
    });
    expect(search.get('Criteria.SearchRooms[].ChildAges')).toMatchObject({
      type: 'list of whole number',
      required: false,
    });
  });

  it('say of which fields one is enough', () => {
    expect(of('hotel.search').get('Criteria.HotelIds')?.oneOf).toEqual([
      'Criteria.DestinationId',
      'Criteria.HotelIds',
    ]);
    expect(of('getBooking').get('ExternalReference')?.oneOf).toEqual(['BookingId', 'ExternalReference']);
    expect(of('getBooking').get('Credential')).not.toHaveProperty('oneOf');
  });

  it('list the values of a field that has but some', () => {
    expect(of('getBookingList').get('SearchBookingCriteria.ServiceTypes')?.type).toBe(
      'list of hotel | car | transfer | tour',
    );
  });

  it('begin with the headers that an operation reads', () => {
    const [first] = parametersOf(operations['hotel.doBooking'], plain);
    expect(first).toMatchObject({
      name: 'Idempotency-Key',
      where: 'header',
      provenance: { clause: 'flow.3' },
    });
  });

  it('have a provenance each, and a name of their own', () => {
    for (const operation of Object.values<AnyOperation>(operations)) {
      const parameters = parametersOf(operation, plain);
      for (const { name, provenance } of parameters)
        expect(provenance?.statement, `${operation.id} ${name}`).toMatch(/\w/);
      expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
    }
  });

  it('are spelled as a profile spells them, lists included', () => {
    const profile = parseProfile({
      name: 'x',
      operations: { 'hotel.search': { request: { 'Criteria.SearchRooms.NumAdults': 'adults' } } },
      fields: { SearchRooms: 'rooms' },
    });
    expect([...of('hotel.search', applyProfile(operations, profile)).keys()]).toContain(
      'Criteria.rooms[].adults',
    );
  });

  it('of a GET stand in the path where it has a place for them, and else in the query', () => {
    const operation: AnyOperation = {
      ...operations.getBooking,
      id: 'getBooking',
      method: 'GET',
      path: '/x/{a}/token/{token}',
      request: z.strictObject({
        a: specified('ep.airport', z.string()),
        token: specified('ep.airport', z.string()),
        managerId: specified('ep.airport', z.int()),
      }),
    };
    expect(parametersOf(operation, plain).map(({ name, where }) => [name, where])).toEqual([
      ['a', 'path'],
      ['token', 'path'],
      ['managerId', 'query'],
    ]);
  });
});
