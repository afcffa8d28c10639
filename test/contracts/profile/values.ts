import fc from 'fast-check';
import * as z from 'zod';
import type { AnyOperation } from '#contracts';

/** What of a request has names on the wire: all but the parameters of a path, which go by their place. */
export function namedRequest({ path, request }: AnyOperation): z.core.$ZodType {
  if (!(request instanceof z.ZodObject)) return request;
  const fields = Object.entries(request.shape).filter(([name]) => !path.includes(`{${name}}`));
  return z.object(Object.fromEntries(fields));
}

/** Values with the fields of a schema. Texts and numbers are arbitrary: a renaming looks at keys only. */
export function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) return objectsOf(schema.shape);
  if (schema instanceof z.ZodArray) return fc.array(valuesOf(schema.element), { maxLength: 3 });
  if (schema instanceof z.ZodOptional) return valuesOf(schema.unwrap());
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return fc.string();
  if (schema instanceof z.ZodNumber) return fc.integer();
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  return fc.jsonValue();
}

function objectsOf(shape: Readonly<Record<string, z.core.$ZodType>>): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([name, schema]) => [name, valuesOf(schema)] as const);
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(fields);
  const requiredKeys = Object.keys(shape).filter(name => !(shape[name] instanceof z.ZodOptional));
  return fc.record(model, { requiredKeys, noNullPrototype: true });
}

/** Every name of a field inside a schema. */
export function namesOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
    return Object.entries(shape).flatMap(([name, inner]) => [name, ...namesOf(inner)]);
  }
  if (schema instanceof z.ZodArray) return namesOf(schema.element);
  return schema instanceof z.ZodOptional ? namesOf(schema.unwrap()) : [];
}
