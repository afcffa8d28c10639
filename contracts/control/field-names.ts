import * as z from 'zod';
import { asObject } from '../json.ts';
import { unwrap } from '../unwrap.ts';

/**
 * The fields that an object of a schema can have at a path; none where no object stands. Where the path leads to what
 * tells the kinds of a union apart, the names of the kinds. For messages about a field that was written wrong.
 *
 * @param value what was judged: it tells which kind of a union is meant
 * @example fieldNames(newSandbox, ['clock']) // ['mode', 'start', 'scale']
 */
export function fieldNames(schema: z.ZodType, path: readonly PropertyKey[] = [], value?: unknown): string[] {
  let here: z.core.$ZodType | undefined = schema;
  let given = value;
  for (const step of path) {
    const holder: z.core.$ZodType | undefined = here && kindOf(here, given);
    if (holder instanceof z.core.$ZodObject) here = holder._zod.def.shape[String(step)];
    else if (holder instanceof z.core.$ZodArray) here = holder._zod.def.element;
    else return here && unwrap(here) instanceof z.core.$ZodDiscriminatedUnion ? kindsOf(unwrap(here)) : [];
    given = Array.isArray(given) ? given[Number(step)] : asObject(given)[String(step)];
  }
  const end = here && kindOf(here, given);
  return end instanceof z.core.$ZodObject ? Object.keys(end._zod.def.shape) : [];
}

/** The schema of the kind that a value says it is, of what is no union itself. */
function kindOf(schema: z.core.$ZodType, value: unknown): z.core.$ZodType | undefined {
  const plain = unwrap(schema);
  if (!(plain instanceof z.core.$ZodDiscriminatedUnion)) return plain;
  const kind = asObject(value)[plain._zod.def.discriminator];
  return plain._zod.def.options.find(option => literalOf(option, plain._zod.def.discriminator) === kind);
}

function kindsOf(union: z.core.$ZodType): string[] {
  if (!(union instanceof z.core.$ZodDiscriminatedUnion)) return [];
  return union._zod.def.options.map(option => String(literalOf(option, union._zod.def.discriminator)));
}

function literalOf(option: z.core.$ZodType, name: string): unknown {
  const literal = option instanceof z.core.$ZodObject ? option._zod.def.shape[name] : undefined;
  return literal instanceof z.core.$ZodLiteral ? literal._zod.def.values[0] : undefined;
}
