import * as z from 'zod';
import { detailsOf } from '#contracts/control';
import { isObject } from '#contracts/util';

export const func = z.custom(value => typeof value === 'function', 'expected a function');
export const anyObject = z.custom(isObject, 'expected an object');
export const wholeNumber = z.int().min(0);

/**
 * Refuses options that do not exist or have a wrong value. Otherwise a wrong option would have no effect, or fail much later.
 * `place`: the name of the function that takes the options. Throws a TypeError that names each wrong option, its value, and the
 * nearest valid name or value.
 */
export function checkOptions(place: string, value: unknown, schema: z.ZodType): void {
  // Code that is compiled for a schema pays off only when many values are checked.
  const { error } = schema.safeParse(value, { jitless: true });
  if (!error) return;
  const problems = detailsOf(error, { schema, value }).map(({ field, message }) =>
    isObject(value) ? `${field}: ${message}` : message,
  );
  throw new TypeError(`${place}: ${problems.join('; ')}`);
}
