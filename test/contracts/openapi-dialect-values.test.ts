import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { type AnyOperation, operationIds, operations } from '#contracts';
import { createOpenApi, examplesIn } from '#contracts/openapi';
import committed from '#contracts/openapi.json' with { type: 'json' };
import {
  applyProfile,
  type Changes,
  type Dialect,
  type Direction,
  type FieldChange,
  type Fields,
  fieldsOf,
  ProfileError,
  parseProfile,
} from '#contracts/profile';
import { object } from './document-fields.ts';

const examples = examplesIn(committed);
const media = (holder: unknown) => object(object(object(holder).content)['application/json']);

/** Returns the schema of a body that the document of a dialect shows. */
function schemaOf(dialect: Dialect, operation: AnyOperation, direction: Direction): z.core.$ZodType {
  const document = createOpenApi({ dialect, operations: [operation] });
  const [item] = Object.values(object(Object.values(document.paths)[0])).map(object);
  const holder = direction === 'request' ? item?.requestBody : object(item?.responses)['200'];
  return z.fromJSONSchema({ ...object(media(holder).schema) });
}

/** Lists the paths of all fields. */
function pathsOf(fields: Fields, around = ''): string[] {
  return [...fields].flatMap(([name, { inner }]) => {
    const path = around + name;
    return [path, ...pathsOf(inner, `${path}.`)];
  });
}

const changes: fc.Arbitrary<string | FieldChange> = fc.oneof(
  fc.constantFrom('Other', 'New.Name', 'New.Inner.Value', '../Outer', '../../New.Outer', '.'),
  fc.constantFrom<FieldChange>(
    { as: 'number' },
    { as: 'text' },
    { as: 'list' },
    { format: 'DD/MM/YYYY' },
    { format: 'DD/MM/YYYY HH:mm:ss' },
    { format: 'iso' },
    { format: 'unix' },
    { format: 'unix-ms' },
    { format: 'dotnet' },
    { each: 'Item' },
    { first: 'Main', to: 'More' },
    { first: 'New.Main', each: 'Item' },
    { values: { true: 'Y', false: 0 } },
    { values: { CONFIRMED: ['OK', 1], hotel: 5, CreditCard: false } },
    { to: 'New.Number', as: 'number' },
  ),
);

/** Returns the profile with those of the entries that fit their fields and each other. */
function profileOf(operation: AnyOperation, direction: Direction, entries: Changes) {
  const registry = { [operation.id]: operation };
  const profileWith = (own: Changes) => ({
    name: 'drawn',
    operations: { [operation.id]: { [direction]: own } },
  });
  let own: Changes = {};
  for (const [path, change] of Object.entries(entries)) {
    // Each name gets the place of its field in the list, so that few of the names are equal.
    const next = { ...own, [path.includes('.') ? path : `.${path}`]: change };
    try {
      applyProfile(registry, profileWith(next));
      own = next;
    } catch (error) {
      if (!(error instanceof ProfileError)) throw error;
    }
  }
  return profileWith(own);
}

/** Lists the paths of all members of objects and entries of lists in a value. */
function placesIn(value: unknown, around: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...around, name];
    return [path, ...placesIn(inner, path)];
  });
}

/** Returns a copy of a body without some members and entries. A part that the contract requires stays. */
function without(body: unknown, places: readonly string[][], schema: z.core.$ZodType): unknown {
  let kept = body;
  for (const place of places.toReversed()) {
    const copy: unknown = structuredClone(kept);
    let holder: unknown = copy;
    for (const step of place.slice(0, -1)) holder = Object(holder)[step];
    if (Array.isArray(holder)) holder.splice(Number(place.at(-1)), 1);
    else if (typeof holder === 'object' && holder !== null)
      Reflect.deleteProperty(holder, place.at(-1) ?? '');
    if (z.safeParse(schema, copy).success) kept = copy;
  }
  return kept;
}

const bodies = operationIds.flatMap(id =>
  (['request', 'answer'] as const).flatMap(direction =>
    direction === 'request' && operations[id].method === 'GET' ? [] : [[direction, id] as const],
  ),
);

describe('the schema of a body in a dialect', () => {
  it.each(['docs/guides/acme.yaml', 'contracts/profile/bundled/classic.yaml'])(
    'accepts every example: %s',
    file => {
      const dialect = applyProfile(operations, parseProfile(parse(readFileSync(file, 'utf8'))));
      for (const [direction, id] of bodies) {
        const schema = schemaOf(dialect, operations[id], direction);
        const { error } = z.safeParse(schema, dialect.toDialect(id, direction, examples[id]?.[direction]));
        expect({ id, direction, issues: error?.issues }).toEqual({ id, direction });
      }
    },
  );

  it.each(bodies)('accepts what the server writes and reads: the %s of %s', (direction, id) => {
    const operation: AnyOperation = operations[id];
    const example = examples[id]?.[direction];
    const fields = pathsOf(fieldsOf(operation, direction));
    const drawn = fc.dictionary(fc.constantFrom(...fields), changes, { minKeys: 1, maxKeys: 6 });
    const all = placesIn(example);
    const removed = fc.uniqueArray(fc.constantFrom(...all), { maxLength: 6 });
    const count = { profiles: 0 };
    fc.assert(
      fc.property(drawn, removed, (entries, places) => {
        const profile = profileOf(operation, direction, entries);
        const dialect = applyProfile({ [id]: operation }, profile);
        if (!dialect.plain) count.profiles += 1;
        const body = without(example, places, operation[direction]);
        const spoken = dialect.toDialect(id, direction, body);
        const { error } = z.safeParse(schemaOf(dialect, operation, direction), spoken);
        expect(error && { issues: error.issues, profile, spoken }).toBeUndefined();
      }),
      { seed: 20261123, numRuns: 6 },
    );
    expect(count.profiles).toBeGreaterThan(0);
  });
});
