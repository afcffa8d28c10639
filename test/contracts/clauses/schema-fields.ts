import * as z from 'zod';

export interface SchemaField {
  readonly path: string;
  readonly schema: z.core.$ZodType;
}

/** Returns every field of every object in a schema, at any depth, with its path (`Criteria.SearchRooms[].NumAdults`). */
export function schemaFields(schema: z.core.$ZodType, path = ''): SchemaField[] {
  if (schema instanceof z.core.$ZodObject) {
    return Object.entries<z.core.$ZodType>(schema._zod.def.shape).flatMap(([name, field]) => {
      const inside = path === '' ? name : `${path}.${name}`;
      return [{ path: inside, schema: field }, ...schemaFields(field, inside)];
    });
  }
  return parts(schema).flatMap(([step, part]) => schemaFields(part, `${path}${step}`));
}

const leaves = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null', 'unknown', 'any', 'int']);

/** Returns the schemas directly inside, with the part that each adds to the path. */
function parts(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (schema instanceof z.core.$ZodArray) return [['[]', schema._zod.def.element]];
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.map(option => ['', option]);
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable)
    return [['', schema._zod.def.innerType]];
  if (leaves.has(schema._zod.def.type)) return [];
  throw new Error(`No way is known into a schema of type "${schema._zod.def.type}"; teach parts()`);
}
