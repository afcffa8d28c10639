import * as z from 'zod';
import { detailsOf } from '#contracts/control';
import { isObject } from '#contracts/util';

export const func = z.custom(value => typeof value === 'function', 'expected a function');
export const anyObject = z.custom(isObject, 'expected an object');
export const wholeNumber = (min: number, max: number) =>
  z.custom(
    value => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    `expected a whole number from ${min} to ${max}`,
  );

/** Without this, a wrong option would have no effect, or fail much later. `place`: the function that takes it. @throws TypeError */
export function checkOptions(place: string, value: unknown, schema: z.ZodType): void {
  // Code that is compiled for a schema pays off only when many values are checked.
  const { error } = schema.safeParse(value, { jitless: true });
  if (!error) return;
  const problems = detailsOf(error, { schema, value }).map(({ field, message }) =>
    isObject(value) ? `${field}: ${message}` : message,
  );
  throw new TypeError(`${place}: ${problems.join('; ')}`);
}
