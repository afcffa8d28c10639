import * as z from 'zod';

/**
 * The fields that an object of a schema can have at a path; none where no object stands. For messages about a field
 * that was written wrong.
 *
 * @example fieldNames(newSandbox, ['clock']) // ['mode', 'start', 'scale']
 */
export function fieldNames(schema: z.ZodType, path: readonly PropertyKey[] = []): string[] {
  let here: z.core.$ZodType | undefined = schema;
  for (const step of path) {
    const holder: z.core.$ZodType | undefined = here && bare(here);
    if (holder instanceof z.ZodObject) here = holder.shape[String(step)];
    else if (holder instanceof z.ZodArray) here = holder.element;
    else return [];
  }
  const end = here && bare(here);
  return end instanceof z.ZodObject ? Object.keys(end.shape) : [];
}

/** The schema inside optional wrappers. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  let here = schema;
  while (here instanceof z.ZodOptional || here instanceof z.ZodExactOptional) here = here.unwrap();
  return here;
}
