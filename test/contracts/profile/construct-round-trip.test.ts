import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationIds, operations } from '#contracts';
import {
  applyProfile,
  type Dialect,
  type Direction,
  type PlacedFields,
  type Profile,
} from '#contracts/profile';
import { isObject } from '#contracts/util';
import { profilesOf } from './arbitrary-profile.ts';
import { namedRequest, valuesOf } from './values.ts';

const runs = { seed: 20261123, numRuns: 10 };
const dialectOf = (id: (typeof operationIds)[number], profile: Profile): Dialect =>
  applyProfile({ [id]: operations[id] }, profile);

/** Lists the single values in a body: the path in the contract, and the value in the dialect. */
function* leavesOf(value: unknown, fields: PlacedFields, path = ''): Generator<[string, unknown]> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* leavesOf(entry, fields, `${path}[${index}]`);
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      const placed = fields.get(name);
      if (!placed) continue;
      const here = path === '' ? name : `${path}.${name}`;
      const write = placed.change.write ?? ((one: unknown) => one);
      if (placed.inner.size > 0 && typeof inner === 'object' && inner !== null)
        yield* leavesOf(inner, placed.inner, here);
      else if (placed.field.kind === 'list' && Array.isArray(inner))
        for (const [index, entry] of inner.entries()) yield [`${here}[${index}]`, write(entry)];
      else yield [here, write(inner)];
    }
  }
}

/** Returns the value at a path such as `a.b[0].c`. */
function valueAt(body: unknown, path: string): unknown {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  return steps.reduce<unknown>((value, step) => Object(value)[step], body);
}

describe.each(operationIds)('a body of %s in a dialect with all kinds of changes', id => {
  const profiles = profilesOf(operations[id]);
  const bodies = { request: valuesOf(namedRequest(operations[id])), answer: valuesOf(operations[id].answer) };

  it.each<Direction>(['request', 'answer'])('is the same after the way there and back: %s', direction => {
    fc.assert(
      fc.property(profiles, bodies[direction], (profile, body) => {
        const dialect = dialectOf(id, profile);
        const written: unknown = JSON.parse(JSON.stringify(dialect.toDialect(id, direction, body)));
        expect(dialect.toContract(id, direction, written)).toEqual(body);
      }),
      runs,
    );
  });

  it.each<Direction>(['request', 'answer'])(
    'has each value at the place that fieldPath returns: %s',
    direction => {
      fc.assert(
        fc.property(profiles, bodies[direction], (profile, body) => {
          const dialect = dialectOf(id, profile);
          const written = dialect.toDialect(id, direction, body);
          for (const [path, value] of leavesOf(body, dialect.fields(id, direction))) {
            const place = dialect.fieldPath(id, direction, path);
            expect([path, place, valueAt(written, place)]).toEqual([path, place, value]);
          }
        }),
        runs,
      );
    },
  );
});
