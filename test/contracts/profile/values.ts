import fc from 'fast-check';
import * as z from 'zod';
import type { AnyOperation } from '#contracts';
import { isoDate, timeStamp, utcTime } from '#contracts/shapes';

/** The parts of a request that have names on the wire. Path parameters have none. */
export function namedRequest({ path, request }: AnyOperation): z.core.$ZodType {
  if (!(request instanceof z.core.$ZodObject)) return request;
  const fields = Object.entries(request._zod.def.shape).filter(([name]) => !path.includes(`{${name}}`));
  return z.object(Object.fromEntries(fields));
}

/** Generates values with the fields of a schema. Words and dates are valid; other texts and numbers are arbitrary. */
export function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const time = timeOf(schema);
  if (time) return time;
  if (schema instanceof z.core.$ZodObject) return objectsOf(schema._zod.def.shape);
  if (schema instanceof z.core.$ZodArray)
    return fc.array(valuesOf(schema._zod.def.element), { maxLength: 3 });
  if (schema instanceof z.core.$ZodOptional) return valuesOf(schema._zod.def.innerType);
  if (schema instanceof z.core.$ZodEnum) return fc.constantFrom(...Object.values(schema._zod.def.entries));
  if (schema instanceof z.core.$ZodString || schema instanceof z.core.$ZodStringFormat) return fc.string();
  if (schema instanceof z.core.$ZodNumber)
    return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }).map(withoutMinusZero));
  if (schema instanceof z.core.$ZodBoolean) return fc.boolean();
  if (schema instanceof z.core.$ZodNullable)
    return fc.oneof(fc.constant(null), valuesOf(schema._zod.def.innerType));
  if (schema instanceof z.core.$ZodUnion) return fc.oneof(...schema._zod.def.options.map(valuesOf));
  return fc.jsonValue();
}

/** JSON has no minus zero. */
const withoutMinusZero = (value: number): number => value + 0;

const instants = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map(date => date.toISOString());

/** Generates valid dates and times. A copy of a schema with other metadata has the same definition. */
function timeOf({ _zod: { def } }: z.core.$ZodType): fc.Arbitrary<string> | undefined {
  if (def === isoDate._zod.def) return instants.map(text => text.slice(0, 10));
  if (def === utcTime._zod.def) return instants.map(text => text.slice(11, 16));
  if (def === timeStamp._zod.def) return instants.map(text => text.slice(0, 19).replace('T', ' '));
  return undefined;
}

function objectsOf(shape: Readonly<Record<string, z.core.$ZodType>>): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([name, schema]) => [name, valuesOf(schema)] as const);
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(fields);
  const requiredKeys = Object.keys(shape).filter(name => !(shape[name] instanceof z.core.$ZodOptional));
  return fc.record(model, { requiredKeys, noNullPrototype: true });
}

export function namesOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.core.$ZodObject) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema._zod.def.shape;
    return Object.entries(shape).flatMap(([name, inner]) => [name, ...namesOf(inner)]);
  }
  if (schema instanceof z.core.$ZodArray) return namesOf(schema._zod.def.element);
  return schema instanceof z.core.$ZodOptional ? namesOf(schema._zod.def.innerType) : [];
}
