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
  const def = schema._zod.def as unknown as Record<string, z.core.$ZodType & readonly z.core.$ZodType[]>; // each kind has its own members
  const inside = (name: string, step = ''): [string, z.core.$ZodType][] =>
    def[name] ? [[step, def[name]]] : [];
  switch (schema._zod.def.type) {
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
      if (leaves.has(schema._zod.def.type)) return [];
      throw new Error(`No way is known into a schema of type "${schema._zod.def.type}"; teach parts()`);
  }
}
