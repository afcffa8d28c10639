import * as z from 'zod';
import { component } from '../provenance.ts';
import { products } from '../shapes/booking.ts';
import { once } from '../util/once.ts';
import { answerEffects } from './answer-effects.ts';
import type { EffectRow } from './effect-row.ts';
import { supplierEffects } from './supplier-effects.ts';
import { wireEffects } from './wire-effects.ts';

/** Every kind of effect a fault can have. */
export const faultEffects = { ...wireEffects, ...supplierEffects, ...answerEffects } as const;

type Rows = typeof faultEffects;
/** The name of a kind of effect. */
export type EffectKind = keyof Rows;
/** The names of all kinds of effects. */
export const kinds = Object.keys(faultEffects) as EffectKind[]; // Object.keys widens to string
/** The effect of a kind, as it is written. */
export type FaultEffect<K extends EffectKind = EffectKind> = {
  [Kind in K]: z.infer<Rows[Kind]['schema']>;
}[K];

/** The row of an effect's kind. */
export const rowOf = ({ kind }: FaultEffect): EffectRow => faultEffects[kind] as unknown as EffectRow; // each row reads effects of its own kind

const fromOne = 'expected a whole number from 1';
const count = z
  .int({ error: fromOne })
  .min(1, { error: fromOne })
  .max(1e9, { error: 'expected at most 1000000000' });
/** More than any fault needs; each call is compared with all of them. */
const most = { operations: 100, fields: 50, pattern: 200, text: 500 };
const patternForm = `expected an operation id or a pattern, of 1 to ${most.pattern} letters`;
const operationPattern = z
  .string({ error: patternForm })
  .min(1, { error: patternForm })
  .max(most.pattern, { error: patternForm });
const listForm = `expected 1 to ${most.operations} operations, such as ["hotel.search"]`;
const fieldForm = 'expected text, a number, true, false or null';
const fieldValue = z.union([z.string().max(most.text), z.number(), z.boolean(), z.null()], {
  error: ({ input }) => (typeof input === 'string' ? `expected at most ${most.text} letters` : fieldForm),
});

const match = component(
  'ControlFaultMatch',
  z.strictObject({
    operations: z
      .array(operationPattern, { error: listForm })
      .min(1, { error: listForm })
      .max(most.operations, { error: listForm })
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
      .refine(given => typeof given === 'number' || given[0] <= given[1], {
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
      .refine(fields => Object.keys(fields).length <= most.fields, {
        error: `expected at most ${most.fields} fields`,
      })
      .refine(fields => Object.keys(fields).every(path => path.length <= most.text), {
        error: `expected paths of at most ${most.text} letters`,
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

/** What a fault is written as: which calls it is for, and what happens to them. Made when somebody asks for it. */
export const faultSchema = once(() => {
  const [first, ...rest] = Object.entries(faultEffects).map(([kind, row]) =>
    namedEffect<Rows[EffectKind]['schema']>(kind, row),
  );
  if (!first) throw new Error('faultSchema: there are no effects');
  return component(
    'ControlFault',
    z.strictObject({
      id: faultId.optional().meta({ description: 'What it is disarmed by; made up when absent.' }),
      match: match.optional(),
      effect: z.discriminatedUnion('kind', [first, ...rest]),
    }),
  );
});

/** The schema of a kind, as documents show it: under a name of its own, with what it does and where. */
function namedEffect<S extends z.ZodObject>(
  kind: string,
  { schema, about, where }: { schema: S; about: string; where: string },
): S {
  const name = kind.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return component(`ControlFault${name}`, schema.meta({ description: `${about} Acts on ${where}.` }));
}

/** Which calls a fault is for. */
export type FaultMatch = z.infer<typeof match>;

/** A fault: which calls it is for, and what happens to them. */
export interface Fault {
  id?: string | undefined;
  match?: FaultMatch | undefined;
  effect: FaultEffect;
}
