import * as z from 'zod';

/** One field of an object somewhere in a schema. */
export interface SchemaField {
  readonly path: string;
  readonly schema: z.ZodType;
}

/** Every field of every object in a schema, at any depth, with the path to it (`Criteria.SearchRooms[].NumAdults`). */
export function schemaFields(schema: z.ZodType, path = ''): SchemaField[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) => {
      const inside = path === '' ? name : `${path}.${name}`;
      return [{ path: inside, schema: field }, ...schemaFields(field, inside)];
    });
  }
  return parts(schema).flatMap(([step, part]) => schemaFields(part, `${path}${step}`));
}

const leaves = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null', 'unknown', 'any', 'int']);

/** The schemas directly inside, each with what it adds to the path. */
function parts(schema: z.ZodType): [string, z.ZodType][] {
  const def = schema.def as unknown as Record<string, z.ZodType & readonly z.ZodType[]>; // each kind has its own members
  const inside = (member: string, step = ''): [string, z.ZodType][] =>
    def[member] ? [[step, def[member]]] : [];
  switch (schema.def.type) {
    case 'array':
      return inside('element', '[]');
    case 'record':
      return inside('valueType', '{}');
    case 'union':
      return Array.from(def.options ?? [], option => ['', option]);
    case 'intersection':
      return [...inside('left'), ...inside('right')];
    case 'pipe':
      return [...inside('in'), ...inside('out')];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return inside('innerType');
    default:
      if (leaves.has(schema.def.type)) return [];
      throw new Error(
        `No way is known into a schema of type "${schema.def.type}"; teach parts() in schema-fields.ts`,
      );
  }
}
