import * as z from 'zod';

/** The schema inside optional wrappers. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  let here = schema;
  while (here instanceof z.ZodOptional || here instanceof z.ZodExactOptional) here = here.unwrap();
  return here;
}
