import { describe, expect, it } from 'vitest';
import { type ErrorEntry, type OperationId, operations } from '#contracts';
import { startSupplier } from '../hotel-client.ts';
import { fullRequests, postIds } from './full-requests.ts';
import { isLeaf, type Place, placesOf, withValue, wrongValues } from './places.ts';

const { client } = startSupplier({ options: { rateLimit: false } });
const masked = /CardNumber|SecurityCode|C[Pp][Ff]|Email|DocumentNumber/;

/** The places of an operation that a 400 can name. The Credential has its own answers. */
const bodyPlaces = (id: OperationId): Place[] =>
  placesOf(operations[id].request).filter(({ path }) => path[0] !== 'Credential');

async function complaintsAbout(id: OperationId, body: object) {
  const { status, body: answer } = await client.call(id, body);
  const { Errors: errors } = answer as { Errors: ErrorEntry[] }; // every answer of a POST has Errors
  return { status, errors, fields: [...new Set(errors.map(entry => entry.Field ?? ''))].sort() };
}

const table = postIds.flatMap(id => bodyPlaces(id).map(place => ({ id, field: place.field, place })));
const required = table.filter(({ place }) => place.required);
const values = table.flatMap(({ id, place }) => wrongValues(place).map(wrong => ({ id, place, ...wrong })));

describe('a wrong field', () => {
  it('is the only error in the tables below: their unchanged requests are valid, and hold every field', async () => {
    for (const id of postIds) {
      const { errors } = await complaintsAbout(id, fullRequests[id]);
      const codes = errors.map(({ Code }) => Code);
      expect(codes, id).not.toContain('InvalidRequest');
    }
    expect(required.length).toBeGreaterThan(40);
    expect(values.length).toBeGreaterThan(300);
  });

  it.each(required)('err.400: $id without $field is refused, naming it alone', async ({ id, place }) => {
    const sent = withValue(fullRequests[id], place.path, undefined);
    const { status, errors, fields } = await complaintsAbout(id, sent);
    expect({ status, fields }).toEqual({ status: 400, fields: [place.field] });
    const Message = expect.stringMatching(/: missing: expected .+/);
    expect(errors[0]).toMatchObject({ Code: 'InvalidRequest', Message });
  });

  it.each(values)('err.400: $id with $what in $place.field is refused, naming field and value', async row => {
    const { id, place, value, field } = row;
    const sent = withValue(fullRequests[id], place.path, value);
    const { status, errors, fields } = await complaintsAbout(id, sent);
    expect({ status, fields }).toEqual({ status: 400, fields: [field] });
    if (masked.test(field)) return;
    const shown = JSON.stringify(field === place.field ? value : true).slice(0, 40);
    expect(errors[0]?.Message).toContain(shown);
  });

  it.each(postIds)('err.400: all wrong fields of %s are named in one answer', async id => {
    const leaves = bodyPlaces(id).filter(isLeaf);
    const worst = leaves.reduce((body, { path }) => withValue(body, path, { odd: 1 }), fullRequests[id]);
    const { status, fields } = await complaintsAbout(id, worst);
    expect({ status, fields }).toEqual({ status: 400, fields: leaves.map(leaf => leaf.field).sort() });
  });

  it.each(postIds)('err.400: all that %s needs is named when only the credential is sent', async id => {
    const { status, fields } = await complaintsAbout(id, {});
    const top = bodyPlaces(id).filter(place => place.required && place.path.length === 1);
    if (id === 'getBookingList') expect({ status, fields }).toEqual({ status: 200, fields: [] });
    else expect(fields).toEqual(expect.arrayContaining(top.map(place => place.field)));
  });
});
