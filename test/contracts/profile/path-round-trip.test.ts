import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyOperation, type OperationId, operationIds, operations } from '#contracts';
import { applyProfile, type Field, type Fields, fieldsOf, parseProfile } from '#contracts/profile';
import { isObject } from '#contracts/util';
import { addressesOf } from '#mock-server/pipeline/address';
import { changeOf } from './arbitrary-profile.ts';
import { valuesOf } from './values.ts';

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

interface Choices {
  readonly inPath: IterableIterator<boolean>;
  readonly form: IterableIterator<'values' | 'format' | 'as' | 'none'>;
  readonly choice: number;
}

/** Returns a profile with values of the request in the path, some of them in another format. */
function profileFor({ id }: AnyOperation, request: unknown, { inPath, form, choice }: Choices) {
  const all = [...singleValues(request, fieldsOf(operations[id as OperationId], 'request'))]; // an id from operationIds
  const chosen = all.filter(() => inPath.next().value);
  const path = ['/any', ...chosen.map(([name], index) => (index % 2 ? `at-{${name}}.x` : `{${name}}`))].join(
    '/',
  );
  const changes = chosen.map(([name, field]) => {
    const value = form.next().value;
    const fits =
      value === 'as' || (value === 'format' ? field.time !== undefined : field.words !== undefined);
    return [name, fits ? changeOf(field, { value, choice }) : {}];
  });
  return parseProfile({ name: 'any', operations: { [id]: { path, request: Object.fromEntries(changes) } } });
}

/** Reads a call as the server does. */
function readCall(
  id: OperationId,
  dialect: ReturnType<typeof applyProfile>,
  url: string,
  body: unknown,
): unknown {
  const [path = '', query = ''] = url.split('?');
  const address = addressesOf(dialect).find(one => one.operation.id === id && one.matches(path));
  const parameters = [...(address?.template?.(path) ?? [])].map(
    ([name, { text }]) => [name, decodeURIComponent(text)] as const,
  );
  const sent =
    body === undefined ? Object.fromEntries(new URLSearchParams(query)) : JSON.parse(JSON.stringify(body));
  return dialect.withParameters(id, dialect.toContract(id, 'request', sent), new Map(parameters));
}

describe('a call that a client writes with values in the path', () => {
  it.each(operationIds)('is read by the server as the same request: %s', id => {
    const operation: AnyOperation = operations[id];
    const choices = fc.record({
      inPath: fc.infiniteStream(fc.boolean()),
      form: fc.infiniteStream(fc.constantFrom('values', 'format', 'as', 'none')),
      choice: fc.nat(),
    });
    fc.assert(
      fc.property(valuesOf(operation.request), choices, (request, chosen) => {
        const dialect = applyProfile(operations, profileFor(operation, request, chosen));
        const { url, body } = dialect.writeCall(id, Object(request));
        const read = readCall(id, dialect, url, body);
        // A query contains texts only.
        const asTexts = (value: unknown) =>
          operation.method === 'GET' ? JSON.parse(JSON.stringify(value), textOf) : value;
        expect(asTexts(read)).toEqual(asTexts(request));
      }),
      { seed: 20261123, numRuns: 8 },
    );
  });
});

const textOf = (_: string, value: unknown): unknown => (typeof value === 'number' ? String(value) : value);
