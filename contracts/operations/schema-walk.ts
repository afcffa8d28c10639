// This module imports zod, so the module cannot be a part of contracts/util.
import * as z from 'zod/mini';
import type { Provenance } from '../clauses/index.ts';

export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  let here = schema;
  while (
    here instanceof z.core.$ZodOptional ||
    here instanceof z.core.$ZodExactOptional ||
    here instanceof z.core.$ZodNullable
  )
    here = here._zod.def.innerType;
  return here;
}

/** The fields of an object; empty for any other schema. */
export function shapeOf(schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  const object = schema && unwrap(schema);
  return object instanceof z.core.$ZodObject ? object._zod.def.shape : {};
}

/** An optional schema stays optional. */
export function schemaAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  let here: z.core.$ZodType | undefined = schema;
  for (const step of path) {
    const inner: z.core.$ZodType | undefined = here && unwrap(here);
    if (inner instanceof z.core.$ZodObject) here = inner._zod.def.shape[String(step)];
    else if (inner instanceof z.core.$ZodArray) here = inner._zod.def.element;
    else return undefined;
  }
  return here;
}

/** For a missing field, also true when only an assumption requires it. `field`: such as `Rooms[0].Paxs`. */
export function isUnspecifiedAt(schema: z.core.$ZodType, field: string, isMissing: boolean): boolean {
  const path = field.split(/[.[\]]+/).filter(step => step !== '');
  const marks = path.map((_, index) => {
    const here = schemaAt(schema, path.slice(0, index + 1));
    return here && z.globalRegistry.get(here);
  });
  if (isMissing && marks.at(-1)?.['x-assumed-required']) return true;
  const mark = marks.findLast(one => one?.['x-provenance'])?.['x-provenance'];
  const nearest = mark as Provenance | undefined; // provenance.ts writes only values of this type
  return nearest !== undefined && nearest.kind !== 'specified';
}
