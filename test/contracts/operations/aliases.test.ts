import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type AnyOperation, operations } from '#contracts';
import { alsoNamed, namesOf, otherNames, readWord, wordsOf } from '#contracts/aliases';
import { contractWords } from '#contracts/exchange';
import { schemaAt, unwrap } from '#contracts/schema-walk';
import { schemaFields } from '../clauses/schema-fields.ts';

const registry: AnyOperation[] = Object.values(operations);
const fields = registry.flatMap(({ id, request }) => schemaFields(request, id));
const metaOf = (schema: z.core.$ZodType) => z.globalRegistry.get(schema);
const criteria = schemaAt(operations['hotel.search'].request, ['Criteria']);
const locationType = schemaAt(operations['car.search'].request, ['Criteria', 'Pickup', 'LocationType']);

describe('another name of a field', () => {
  it('is found in the schema of the object, also through an optional wrapper', () => {
    expect(otherNames(criteria).get('HotelsIds')).toBe('HotelIds');
    expect(otherNames(criteria).get('Filters.SelectedHotelsIds')).toBe('HotelIds');
    const inner = z.object({ a: alsoNamed(['b'], z.string()) });
    expect([...otherNames(inner.optional())]).toEqual([['b', 'a']]);
    expect(otherNames(z.string()).size).toBe(0);
    expect(otherNames(undefined).size).toBe(0);
  });

  it('keeps the provenance of its field', () => {
    const field = schemaAt(operations['hotel.search'].request, ['Criteria', 'HotelIds']);
    expect(field && metaOf(field)).toMatchObject({ 'x-provenance': { kind: expect.any(String) } });
  });

  it('is no name of the contract in the same object, and stands at one field only', () => {
    const objects = registry.flatMap(({ request }) => [
      request,
      ...schemaFields(request, '').map(({ schema }) => schema),
    ]);
    for (const schema of objects) {
      const object = unwrap(schema);
      if (!(object instanceof z.core.$ZodObject)) continue;
      const shape = object._zod.def.shape;
      const others = Object.values(shape).flatMap(field => namesOf(metaOf(field)));
      expect(new Set(others).size).toBe(others.length);
      for (const other of others) expect(Object.keys(shape)).not.toContain(other);
    }
    expect(fields.filter(({ schema }) => namesOf(metaOf(schema)).length > 0).length).toBeGreaterThan(4);
  });

  it('stays readable in records, like the words of the contract', () => {
    for (const word of ['HotelsIds', 'PhoneNumberDDD', 'City_Location', 'managerid', 'GetPaymentPolicies'])
      expect(contractWords()).toContain(word);
  });
});

describe('another word of an enum', () => {
  const words = ['Destination', 'Hotel', 'PointOfInterest', 'Airport'];

  it('can be the word of the contract in other letters', () => {
    expect(readWord(locationType, words, 'airport')).toEqual({ word: 'Airport' });
  });

  it('is no word of the contract, and stands for one', () => {
    const enums = fields.filter(({ schema }) => wordsOf(metaOf(schema)).length > 0);
    expect(enums.length).toBeGreaterThan(1);
    for (const { schema } of enums) {
      const { entries } = (unwrap(schema) as z.core.$ZodEnum)._zod.def; // only fields with an enum have other words
      const own = Object.values(entries).map(String);
      for (const [other, word] of wordsOf(metaOf(schema))) {
        expect(own).toContain(word);
        expect(own.map(one => one.toLowerCase())).not.toContain(other.toLowerCase());
      }
    }
  });
});
