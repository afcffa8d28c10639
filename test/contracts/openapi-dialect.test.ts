import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { operations } from '#contracts';
import { createOpenApi, type SpokenContract } from '#contracts/openapi';
import { documentPlaces, object } from './document-fields.ts';

const names: Readonly<Record<string, string>> = {
  BookingId: 'locator',
  Username: 'login',
  DestinationId: 'city',
  Errors: 'faults',
};

/** Renames fields in every place, like a profile. */
function rename(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(rename);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [names[name] ?? name, rename(value)]),
  );
}

const dialect: SpokenContract = {
  operation: id => ({
    id,
    method: id === 'getBooking' ? 'PUT' : 'POST',
    path: `/v2/${id}`,
    paths: [`/v2/${id}`],
  }),
  toDialect: (_id, _direction, json) => rename(json),
  fieldPath: (_id, _direction, path) =>
    path
      .split('.')
      .map(name => names[name] ?? name)
      .join('.'),
};

describe('the OpenAPI document in a dialect', () => {
  const example = {
    request: { Credential: { Username: 'u', Password: 'p' }, BookingId: '7' },
    answer: { Errors: [] },
  };
  const document = createOpenApi({ dialect, examples: { getBooking: example } });
  const text = JSON.stringify(document);
  const operationAt = (path: string, method: string) => object(object(document.paths[path])[method]);

  it('has the methods and paths of the dialect only', () => {
    expect(Object.keys(document.paths)).toEqual(Object.keys(operations).map(id => `/v2/${id}`));
    expect(operationAt('/v2/getBooking', 'put').operationId).toBe('getBooking');
  });

  it('names fields as the dialect does, at any depth and where they are required', () => {
    const left = Object.keys(names).filter(
      name => text.includes(`"${name}":`) || text.includes(`["${name}"`),
    );
    expect(left).toEqual([]);
    expect(text).toContain('"required":["login","Password"]');
    expect(text).toContain('"anyOf":[{"required":["city"]},{"required":["HotelIds"]}]');
  });

  it('shows examples in the names of the dialect', () => {
    const body = object(
      object(object(operationAt('/v2/getBooking', 'put').requestBody).content)['application/json'],
    );
    expect(body.example).toEqual({ Credential: { login: 'u', Password: 'p' }, locator: '7' });
  });

  it('keeps the provenance of every field and resolves every reference', () => {
    expect(documentPlaces({ ...document }).filter(({ provenance }) => !provenance)).toEqual([]);
    expect(text).not.toContain('$ref');
  });

  it('is valid OpenAPI', async () => {
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
  });
});
