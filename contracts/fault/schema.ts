import * as z from 'zod';
import { component } from '../provenance.ts';
import { products } from '../shapes/index.ts';
import { once } from '../util/index.ts';
import { type EffectKind, type FaultEffect, faultKinds } from './kinds/index.ts';

const fromOne = 'expected a whole number from 1';
const count = z
  .int({ error: fromOne })
  .min(1, { error: fromOne })
  .max(1e9, { error: 'expected at most 1000000000' });
/** More than any fault needs: each call is compared with all of them. */
const max = { operations: 100, fields: 50, pattern: 200, text: 500 };
const patternForm = `expected an operation id or a pattern, of 1 to ${max.pattern} letters`;
const operationPattern = z
  .string({ error: patternForm })
  .min(1, { error: patternForm })
  .max(max.pattern, { error: patternForm });
const listForm = `expected 1 to ${max.operations} operations, such as ["hotel.search"]`;
const fieldForm = 'expected text, a number, true, false or null';
const fieldValue = z.union([z.string().max(max.text), z.number(), z.boolean(), z.null()], {
  error: ({ input }) => (typeof input === 'string' ? `expected at most ${max.text} letters` : fieldForm),
});

const match = component(
  'ControlFaultMatch',
  z.strictObject({
    operations: z
      .array(operationPattern, { error: listForm })
      .min(1, { error: listForm })
      .max(max.operations, { error: listForm })
      .optional()
      .meta({
        description:
          'Operation ids, or patterns with `*`. Every operation that the effect acts on when absent.',
      }),
    product: z.enum(products).optional().meta({ description: 'Only operations of this product.' }),
    nth: z
      .union([count, z.tuple([count, count])], {
        error: 'expected a number from 1, or the first and the last of a range, such as [2, 4]',
      })
      .refine(nth => typeof nth === 'number' || nth[0] <= nth[1], {
        error: 'the last of the range lies before its first',
      })
      .optional()
      .meta({
        description: 'Only the n-th call that matches, or those of a range, counted since it was armed.',
      }),
    times: count.optional().meta({ description: 'At most so many times.' }),
    probability: z
      .number()
      .gt(0)
      .max(1)
      .optional()
      .meta({ description: "By chance, drawn from the sandbox's seed." }),
    connection: z
      .enum(['fresh', 'reused'])
      .optional()
      .meta({ description: 'Only the first request of a connection, or only later ones.' }),
    body: z
      .record(z.string(), fieldValue, {
        error: 'expected an object of paths and values, such as { "Criteria.DestinationId": "1001" }',
      })
      .refine(fields => Object.keys(fields).length <= max.fields, {
        error: `expected at most ${max.fields} fields`,
      })
      .refine(fields => Object.keys(fields).every(path => path.length <= max.text), {
        error: `expected paths of at most ${max.text} letters`,
      })
      .optional()
      .meta({
        description:
          'Fields of the request by path, in contract names, and the values they have. `Rooms[0]` is one entry of a list, `Rooms[*]` or `Rooms` any.',
      }),
  }),
);

const faultId = z.string().regex(/^(?!\.{1,2}$)[\w.:-]{1,60}$/, {
  error: 'expected 1 to 60 letters, digits, "_", ".", ":" and "-", but neither "." nor ".."',
});

/** The names of the fields of a match. */
export const matchNames: readonly string[] = Object.keys(match.shape);

/** The schema of a fault as an object: which calls it matches, and what happens to them. Made at first use. */
export const faultSchema = once(() => {
  const [first, ...rest] = Object.entries(faultKinds).map(([kind, row]) =>
    namedEffect<(typeof faultKinds)[EffectKind]['schema']>(kind, row),
  );
  if (!first) throw new Error('faultSchema: there are no kinds');
  return component(
    'ControlFault',
    z.strictObject({
      id: faultId.optional().meta({ description: 'What it is disarmed by; made up when absent.' }),
      match: match.optional(),
      effect: z.discriminatedUnion('kind', [first, ...rest]),
    }),
  );
});

/** The schema of a kind as documents show it: under its own name, with a description. */
function namedEffect<S extends z.ZodObject>(
  kind: string,
  { schema, about, where }: { schema: S; about: string; where: string },
): S {
  const name = kind.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return component(`ControlFault${name}`, schema.meta({ description: `${about} Acts on ${where}.` }));
}

/** A fault: which calls it matches, and what happens to them. */
export interface Fault {
  id?: string | undefined;
  match?: z.infer<typeof match> | undefined;
  effect: FaultEffect;
}
