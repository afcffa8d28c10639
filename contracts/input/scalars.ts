import * as z from 'zod';
import { component } from '../clauses/index.ts';
import { once, parseDuration } from '../util/index.ts';

/** A component of the OpenAPI document. @example objectComponent('ControlClock', { now: instant }) */
export const objectComponent = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) =>
  component(id, z.object(shape));

export const strictComponent = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) =>
  component(id, z.strictObject(shape));

export const lateComponent = <Shape extends z.core.$ZodLooseShape>(id: string, shape: () => Shape) =>
  once(() => strictComponent(id, shape()));

/** The schema of an instant in ISO 8601 with its time zone. */
export const instant = z.iso
  .datetime({
    offset: true,
    error: 'expected an instant with its zone, such as "2026-12-01T10:00:00Z"',
  })
  .meta({ examples: ['2026-12-01T10:00:00Z'] });

export const duration = z
  .string({
    error: ({ input }) =>
      typeof input === 'number' && input >= 0 && Number.isFinite(input)
        ? `expected a duration such as "PT30M"; "PT${input}S" is ${input} seconds`
        : 'expected a duration such as "PT30M"',
  })
  .check(({ value, issues }) => {
    try {
      parseDuration(value);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      issues.push({ code: 'custom', input: value, message: message.replace(/^Duration ".*?": /s, '') });
    }
  })
  .meta({ format: 'duration', examples: ['PT30M'] });

export const sandboxId = z.string().regex(/^(?:[a-z0-9-]{1,40}\.)?[a-z0-9-]{1,40}$/, {
  error:
    'expected 1 to 40 characters: a-z, 0-9 or "-", if needed after a namespace and a dot, as in "team-a.checkout"',
});

/** Only digits, not other forms of a number, such as `0x10` or `1e3`. */
export const wholeNumber = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(text => (typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text), schema);

export const namespaceName = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, { error: 'expected 1 to 40 characters: a-z, 0-9 or "-"' });

/** The schema of a text that is not empty. */
export const words = z.string().min(1, { error: 'expected text that is not empty' });

/** The last instant with a year of four digits, in milliseconds since 1970. */
export const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** A month before the year 10000, so that later events of the supplier also have a year of four digits. */
export const instantMs = z
  .number()
  .min(Date.parse('0001-01-02T00:00:00Z'))
  .max(Date.parse('9999-12-01T00:00:00Z'));

export const fieldProblem = z.object({
  field: z.string().optional(),
  message: z.string(),
  value: z.unknown().optional(),
  valid: z.array(z.string()).optional(),
  nearest: z.string().optional(),
});

/** One error in a request or a file. */
export type ControlDetail = z.infer<typeof fieldProblem>;
