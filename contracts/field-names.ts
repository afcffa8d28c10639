import * as z from 'zod';
import { unwrap } from './schema-walk.ts';
import { asObject } from './util/index.ts';

/**
 * Returns the field names of the object at a path in a schema, for messages about a misspelled field. When the path
 * leads to the discriminator of a union, returns its valid values. For any other path, returns an empty list.
 *
 * @param value the value that did not match the schema; the discriminator of this value selects the member of a union
 * @example fieldNames(newSandbox, ['clock']) // ['mode', 'start', 'scale']
 */
export function fieldNames(schema: z.ZodType, path: readonly PropertyKey[] = [], value?: unknown): string[] {
  let here: z.core.$ZodType | undefined = schema;
  let given = value;
  for (const step of path) {
    const holder: z.core.$ZodType | undefined = here && kindOf(here, given);
    if (holder instanceof z.core.$ZodObject) here = holder._zod.def.shape[String(step)];
    else if (holder instanceof z.core.$ZodArray) here = holder._zod.def.element;
    else if (holder instanceof z.core.$ZodRecord) here = holder._zod.def.valueType;
    else return holder ? kindsOf(holder) : [];
    given = Array.isArray(given) ? given[Number(step)] : asObject(given)[String(step)];
  }
  const end = here && kindOf(here, given);
  if (end instanceof z.core.$ZodObject) return Object.keys(end._zod.def.shape);
  return end instanceof z.core.$ZodRecord ? keysOf(end._zod.def.keyType) : [];
}

/** Returns the valid keys of a record schema. The list is empty when the keys are not an enum. */
function keysOf(keys: z.core.$ZodType): string[] {
  return keys instanceof z.core.$ZodEnum ? Object.values(keys._zod.def.entries).map(String) : [];
}

/** Selects a member of a union by the discriminator of a value. Returns the whole union if no member matches. */
function kindOf(schema: z.core.$ZodType, value: unknown): z.core.$ZodType {
  const plain = unwrap(schema);
  if (!(plain instanceof z.core.$ZodDiscriminatedUnion)) return plain;
  const { discriminator, options } = plain._zod.def;
  const kind = asObject(value)[discriminator];
  const option = options.find(one => literalsOf(one, discriminator).includes(kind));
  // The recursion is needed, because a member of a union can be another union.
  return option ? kindOf(option, value) : plain;
}

function kindsOf(union: z.core.$ZodType): string[] {
  if (!(union instanceof z.core.$ZodDiscriminatedUnion)) return [];
  const { discriminator, options } = union._zod.def;
  return [...new Set(options.flatMap(option => literalsOf(option, discriminator)))].map(String);
}

function literalsOf(option: z.core.$ZodType, name: string): unknown[] {
  if (option instanceof z.core.$ZodDiscriminatedUnion)
    return option._zod.def.options.flatMap(inner => literalsOf(inner, name));
  const literal = option instanceof z.core.$ZodObject ? option._zod.def.shape[name] : undefined;
  return literal instanceof z.core.$ZodLiteral ? [...literal._zod.def.values] : [];
}
