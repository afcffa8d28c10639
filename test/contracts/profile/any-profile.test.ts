import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { type AnyOperation, type OperationId, operationIds, operations } from '#contracts';
import { createOpenApi } from '#contracts/openapi';
import type { Dialect, Direction, Field, Fields, PlacedFields } from '#contracts/profile';
import { applyProfile, fieldsOf, parseProfile } from '#contracts/profile';
import { asObject, isObject } from '#contracts/util';
import { addressesOf } from '#mock-server/pipeline/match';
import { examples, media } from '../openapi/described-operation.ts';
import { changeOf, profilesOf } from './arbitrary-profile.ts';
import { namedRequest, namesOf, valuesOf } from './values.ts';

/** Operations that together have every kind of field: lists in lists, nullable objects, words, dates, and requests without a body. */
const ids = [
  ...(['autocomplete', 'hotelDetail', 'hotel.search', 'hotel.doBooking', 'car.search'] as const),
  ...(['getBookingDetail', 'getBookingList', 'payBooking'] as const),
];
const seed = 20261123;
const directions: readonly Direction[] = ['request', 'answer'];

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

const valueAt = (body: unknown, path: string): unknown =>
  (path.match(/[^.[\]]+/g) ?? []).reduce<unknown>((value, step) => Object(value)[step], body);

/** Returns the schema of a body that the document of a dialect shows, or undefined for a request without a body. */
function schemaOf(dialect: Dialect, operation: AnyOperation, direction: Direction): z.ZodType | undefined {
  if (direction === 'request' && operation.method === 'GET') return undefined;
  const { paths } = createOpenApi({ dialect, operations: [operation] });
  const [item] = Object.values(asObject(Object.values(paths)[0])).map(asObject);
  const holder = direction === 'request' ? item?.requestBody : asObject(item?.responses)['200'];
  return z.fromJSONSchema({ ...asObject(media(holder).schema) });
}

/** Returns a copy of a body without the members at some places. A part that the contract requires stays. */
function without(body: unknown, turns: readonly number[], schema: z.core.$ZodType): unknown {
  let kept = body;
  for (const turn of turns) {
    const copy: unknown = structuredClone(kept);
    const holders = [copy].flatMap(function inside(value): object[] {
      if (typeof value !== 'object' || value === null) return [];
      return [value, ...Object.values(value).flatMap(inside)];
    });
    const members = holders.flatMap(holder => Object.keys(holder).map(name => [holder, name] as const));
    const [holder, name = ''] = members[turn % members.length] ?? [];
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else if (holder) Reflect.deleteProperty(holder, name);
    if (z.safeParse(schema, copy).success) kept = copy;
  }
  return kept;
}

const bodies = ids.flatMap(id => directions.map(direction => [direction, id] as const));

it.each(bodies)('any dialect keeps each value, at its place in the document: %s of %s', (direction, id) => {
  const operation: AnyOperation = operations[id];
  const schema = direction === 'request' ? namedRequest(operation) : operation.answer;
  const removed = fc.array(fc.nat(), { maxLength: 6 });
  fc.assert(
    fc.property(profilesOf(operation), valuesOf(schema), removed, (profile, body, turns) => {
      const dialect = applyProfile({ [id]: operation }, profile);
      const written: unknown = JSON.parse(JSON.stringify(dialect.toDialect(id, direction, body)));
      expect(dialect.toContract(id, direction, written)).toEqual(body);
      for (const [path, value] of leavesOf(body, dialect.fields(id, direction))) {
        const place = dialect.fieldPath(id, direction, path);
        expect([path, place, valueAt(written, place)]).toEqual([path, place, value]);
      }
      const example = without(examples[id]?.[direction], turns, operation[direction]);
      const spoken = dialect.toDialect(id, direction, example);
      const document = schemaOf(dialect, operation, direction);
      const issues = document && z.safeParse(document, spoken).error?.issues;
      expect(issues && { issues, profile, spoken }).toBeUndefined();
    }),
    { seed, numRuns: 12 },
  );
});

describe('the example of every operation', () => {
  const bodies = Object.values<AnyOperation>(operations).flatMap(one => [namedRequest(one), one.answer]);
  const names = [...new Set(bodies.flatMap(namesOf))];
  const renamed = (nameFor: (name: string, index: number) => string) => {
    const fields = Object.fromEntries(names.map((name, index) => [name, nameFor(name, index)]));
    return applyProfile(operations, { name: 'renamed', fields });
  };

  it('has no name of the contract that the profile replaces', () => {
    const dialect = renamed(name => `~${name}`);
    for (const id of operationIds) {
      const text = JSON.stringify(dialect.toDialect(id, 'answer', examples[id]?.answer));
      expect(text.match(/"(?!~)[^"]*":/g), id).toBeNull();
      expect(text).toContain('"~');
    }
  });

  it.each(['docs/guides/acme.yaml', 'contracts/profile/bundled/classic.yaml'])('fits %s', file => {
    const dialect = applyProfile(operations, parseProfile(parse(readFileSync(file, 'utf8'))));
    for (const id of ids)
      for (const direction of directions) {
        const spoken = dialect.toDialect(id, direction, examples[id]?.[direction]);
        const issues = schemaOf(dialect, operations[id], direction)?.safeParse(spoken).error?.issues;
        expect({ id, direction, issues }).toEqual({ id, direction });
      }
  });
});

/** Lists the single values in a request that can be in a path: the path of the field, and the field. */
function* singleValues(request: unknown, fields: Fields, prefix = ''): Generator<[string, Field]> {
  if (!isObject(request)) return;
  for (const [name, value] of Object.entries(request)) {
    const field = fields.get(name);
    if (!field || field.kind === 'list') continue;
    if (isObject(value)) yield* singleValues(value, field.inner, `${prefix}${name}.`);
    else if (['text', 'number'].includes(field.kind) && value !== '') yield [`${prefix}${name}`, field];
  }
}

/** Reads a call as the server does. */
function readCall(id: OperationId, dialect: Dialect, url: string, body: unknown): unknown {
  const [path = '', query = ''] = url.split('?');
  const address = addressesOf(dialect).find(one => one.operation.id === id && one.matches(path));
  const parameters = [...(address?.template?.(path) ?? [])].map(
    ([name, { text }]) => [name, decodeURIComponent(text)] as const,
  );
  const sent =
    body === undefined ? Object.fromEntries(new URLSearchParams(query)) : JSON.parse(JSON.stringify(body));
  return dialect.withParameters(id, dialect.toContract(id, 'request', sent), new Map(parameters));
}

const choices = fc.record({
  inPath: fc.infiniteStream(fc.boolean()),
  form: fc.infiniteStream(fc.constantFrom('values', 'format', 'as', 'none')),
  choice: fc.nat(),
});

it.each(ids)('a call that a client writes with values in the path is read as the same request: %s', id => {
  const operation: AnyOperation = operations[id];
  fc.assert(
    fc.property(valuesOf(operation.request), choices, (request, { inPath, form, choice }) => {
      const all = [...singleValues(request, fieldsOf(operation, 'request'))];
      const chosen = all.filter(() => inPath.next().value);
      const places = chosen.map(([name], index) => (index % 2 ? `at-{${name}}.x` : `{${name}}`));
      const changes = chosen.map(([name, field]) => {
        const value = form.next().value;
        const fits = value === 'as' || (value === 'format' ? field.time : field.words) !== undefined;
        return [name, fits ? changeOf(field, { value, choice }) : {}];
      });
      const own = { path: ['/any', ...places].join('/'), request: Object.fromEntries(changes) };
      const dialect = applyProfile(operations, parseProfile({ name: 'any', operations: { [id]: own } }));
      const { url, body } = dialect.writeCall(id, Object(request));
      // A query contains texts only.
      const asTexts = (value: unknown) =>
        operation.method === 'GET'
          ? JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'number' ? String(one) : one))
          : value;
      expect(asTexts(readCall(id, dialect, url, body))).toEqual(asTexts(request));
    }),
    { seed, numRuns: 12 },
  );
});
