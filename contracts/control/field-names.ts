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
    if (holder instanceof z.ZodObject) here = holder.shape[String(step)];
    else if (holder instanceof z.ZodArray) here = holder.element;
    else return here && unwrap(here) instanceof z.ZodDiscriminatedUnion ? kindsOf(unwrap(here)) : [];
    given = Array.isArray(given) ? given[Number(step)] : asObject(given)[String(step)];
  }
  const end = here && kindOf(here, given);
  return end instanceof z.ZodObject ? Object.keys(end.shape) : [];
}

/** The schema of the kind that a value says it is, of what is no union itself. */
function kindOf(schema: z.core.$ZodType, value: unknown): z.core.$ZodType | undefined {
  const plain = unwrap(schema);
  if (!(plain instanceof z.ZodDiscriminatedUnion)) return plain;
  const kind = asObject(value)[plain.def.discriminator];
  return plain.options.find(option => literalOf(option, plain.def.discriminator) === kind);
}

function kindsOf(union: z.core.$ZodType): string[] {
  if (!(union instanceof z.ZodDiscriminatedUnion)) return [];
  return union.options.map(option => String(literalOf(option, union.def.discriminator)));
}

function literalOf(option: z.core.$ZodType, name: string): unknown {
  const literal = option instanceof z.ZodObject ? option.shape[name] : undefined;
  return literal instanceof z.ZodLiteral ? literal.value : undefined;
}
