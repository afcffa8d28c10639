import fc from 'fast-check';
import * as z from 'zod';
import type { AnyOperation } from '#contracts';

/** The parts of a request that have names on the wire. Path parameters have none. */
export function namedRequest({ path, request }: AnyOperation): z.core.$ZodType {
  if (!(request instanceof z.core.$ZodObject)) return request;
  const fields = Object.entries(request._zod.def.shape).filter(([name]) => !path.includes(`{${name}}`));
  return z.object(Object.fromEntries(fields));
}

/** Generates values with the fields of a schema. Texts and numbers are arbitrary, because renaming affects keys only. */
export function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.core.$ZodObject) return objectsOf(schema._zod.def.shape);
  if (schema instanceof z.core.$ZodArray)
    return fc.array(valuesOf(schema._zod.def.element), { maxLength: 3 });
  if (schema instanceof z.core.$ZodOptional) return valuesOf(schema._zod.def.innerType);
  if (schema instanceof z.core.$ZodEnum) return fc.constantFrom(...Object.values(schema._zod.def.entries));
  if (schema instanceof z.core.$ZodString || schema instanceof z.core.$ZodStringFormat) return fc.string();
  if (schema instanceof z.core.$ZodNumber) return fc.integer();
  if (schema instanceof z.core.$ZodBoolean) return fc.boolean();
  return fc.jsonValue();
}

function objectsOf(shape: Readonly<Record<string, z.core.$ZodType>>): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([name, schema]) => [name, valuesOf(schema)] as const);
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(fields);
  const requiredKeys = Object.keys(shape).filter(name => !(shape[name] instanceof z.core.$ZodOptional));
  return fc.record(model, { requiredKeys, noNullPrototype: true });
}

/** Returns every field name inside a schema. */
export function namesOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.core.$ZodObject) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema._zod.def.shape;
    return Object.entries(shape).flatMap(([name, inner]) => [name, ...namesOf(inner)]);
  }
  if (schema instanceof z.core.$ZodArray) return namesOf(schema._zod.def.element);
  return schema instanceof z.core.$ZodOptional ? namesOf(schema._zod.def.innerType) : [];
}
