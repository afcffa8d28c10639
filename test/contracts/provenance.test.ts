import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type AnyOperation, operations } from '#contracts';
import { isClauseId } from '#contracts/rules';
import { schemaFields } from './schema-fields.ts';

const registry: AnyOperation[] = Object.values(operations);

const fieldsOf = ({ id, request, answer }: AnyOperation) =>
  [...schemaFields(request, `${id} request`), ...schemaFields(answer, `${id} answer`)].map(
    ({ path, schema }) => ({
      path,
      provenance: schema.meta()?.['x-provenance'],
    }),
  );

describe('provenance', () => {
  it.each(registry)('stands on every field of $id', operation => {
    const bare = fieldsOf(operation).filter(({ provenance }) => provenance === undefined);
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it.each(registry)('names clauses that exist in $id', operation => {
    const places = [...fieldsOf(operation), ...provenancesOf(operation)];
    const lost = places.filter(({ provenance }) => {
      const { kind, clause } = provenance as { kind: string; clause?: string }; // the test above says that it is there
      return kind === 'specified' && !isClauseId(clause ?? '');
    });
    expect(lost).toEqual([]);
  });

  it('reaches fields of lists, optional objects and alternatives', () => {
    const inner = z.looseObject({ leaf: z.string() });
    const schema = z.looseObject({
      many: z.array(inner).optional(),
      either: z.union([inner, z.string()]),
      table: z.record(z.string(), inner.nullable()),
    });
    expect(schemaFields(schema).map(({ path }) => path)).toEqual([
      'many',
      'many[].leaf',
      'either',
      'either.leaf',
      'table',
      'table{}.leaf',
    ]);
  });

  it('cannot hide in a kind of schema that is not walked', () => {
    expect(() => schemaFields(z.looseObject({ odd: z.map(z.string(), z.string()) }))).toThrow('type "map"');
  });
});

function provenancesOf({ id, provenance, answerProvenance, headers = {} }: AnyOperation) {
  return [
    { path: id, provenance },
    { path: `${id} answer`, provenance: answerProvenance },
    ...Object.entries(headers).map(([name, header]) => ({
      path: `${id} ${name}`,
      provenance: header.provenance,
    })),
  ];
}
