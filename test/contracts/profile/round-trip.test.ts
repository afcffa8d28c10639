import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationIds, operations } from '#contracts';
import { applyProfile, type Profile } from '#contracts/profile';
import { namedRequest, namesOf, valuesOf } from './values.ts';

const schemas = Object.values(operations).flatMap(operation => [namedRequest(operation), operation.answer]);
const names = [...new Set(schemas.flatMap(namesOf))];

/** Generates profiles with new field names, some of them for one operation only. */
const freshNames: fc.Arbitrary<Profile> = fc
  .record({
    everywhere: fc.subarray(names),
    in: fc.constantFrom(...operationIds),
    here: fc.infiniteStream(fc.boolean()),
  })
  .map(drawn => {
    const rename = (chosen: string[], sign: string) =>
      Object.fromEntries(chosen.map(name => [name, `${sign}${name}`]));
    const some = (schema: Parameters<typeof namesOf>[0]) =>
      namesOf(schema).filter(() => drawn.here.next().value);
    const { answer } = operations[drawn.in];
    const request = namedRequest(operations[drawn.in]);
    const own = { request: rename(some(request), '-'), answer: rename(some(answer), '+') };
    return { name: 'fresh', fields: rename(drawn.everywhere, '~'), operations: { [drawn.in]: own } };
  });

/** Generates profiles in which every field has the name of another one. These are the hardest to translate. */
const shuffledNames: fc.Arbitrary<Profile> = fc
  .shuffledSubarray(names, { minLength: names.length })
  .map(others => ({
    name: 'shuffled',
    fields: Object.fromEntries(names.map((name, index) => [name, others[index] ?? name])),
  }));

describe('a body written in a dialect and read again', () => {
  it.each(operationIds)('is what it was: %s', id => {
    const { answer } = operations[id];
    const request = namedRequest(operations[id]);
    const profiles = fc.oneof(freshNames, shuffledNames);
    fc.assert(
      fc.property(profiles, valuesOf(request), valuesOf(answer), (profile, asked, answered) => {
        const dialect = applyProfile(operations, profile);
        expect(dialect.toContract(id, 'request', dialect.toDialect(id, 'request', asked))).toEqual(asked);
        expect(dialect.toContract(id, 'answer', dialect.toDialect(id, 'answer', answered))).toEqual(answered);
      }),
      // All operations together check 280 profiles, because the code for a schema is the same in each.
      { seed: 20261120, numRuns: 10 },
    );
  });

  it('holds no name of the contract that the profile replaces', () => {
    const fields = Object.fromEntries(names.map(name => [name, `~${name}`]));
    const dialect = applyProfile(operations, { name: 'all', fields });
    fc.assert(
      fc.property(valuesOf(operations['hotel.search'].answer), answered => {
        const text = JSON.stringify(dialect.toDialect('hotel.search', 'answer', answered), (key, value) => {
          if (key !== '' && !/^\d+$/.test(key)) expect(key).toMatch(/^~/);
          return value;
        });
        expect(text).toContain('~Token');
      }),
      { seed: 20261120, numRuns: 25 },
    );
  });
});
