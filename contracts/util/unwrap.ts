import * as z from 'zod';

/** The schema inside optional wrappers. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  let here = schema;
  while (here instanceof z.core.$ZodOptional || here instanceof z.core.$ZodExactOptional)
    here = here._zod.def.innerType;
  return here;
}
