import * as z from 'zod';
import { component } from '../clauses/index.ts';
import { lateComponent, strictComponent } from '../input/index.ts';
import { products } from '../operations/index.ts';
import { once } from '../util/index.ts';
import { type EffectKind, type FaultEffect, faultKinds } from './kinds/index.ts';

const fromOne = 'expected a whole number of 1 or more';
const count = z
  .int({ error: fromOne })
  .min(1, { error: fromOne })
  .max(1e9, { error: 'expected at most 1000000000' });
/** With these limits, the server can compare a call with all faults in a short time. */
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

const match = lateComponent('ControlFaultMatch', () => ({
  operations: z
    .array(operationPattern, { error: listForm })
    .min(1, { error: listForm })
    .max(max.operations, { error: listForm })
    .optional()
    .meta({
      description: 'Operation ids, or patterns with `*`. By default every operation that the effect acts on.',
    }),
  product: z.enum(products).optional().meta({ description: 'Matches only operations of this product.' }),
  nth: z
    .union([count, z.tuple([count, count])], {
      error: 'expected a number of 1 or more, or the first and the last number of a range, such as [2, 4]',
    })
    .refine(nth => typeof nth === 'number' || nth[0] <= nth[1], {
      error: 'expected a last number that is not below the first number',
    })
    .optional()
    .meta({
      description:
        'The fault applies only to the n-th matching call, or to a range of matching calls. The count starts when the fault is armed.',
    }),
  times: count.optional().meta({ description: 'The maximum number of calls that the fault applies to.' }),
  per: z.enum(['item'], { error: 'expected "item"' }).optional().meta({
    description:
      'With `item`, `nth` and `times` count separately for each searched stay, each selected offer, and each booking. Look-ups that find no booking do not match.',
  }),
  probability: z.number().gt(0).max(1).optional().meta({
    description:
      "The probability with which the fault applies to a matching call. The draws depend on the sandbox's seed.",
  }),
  connection: z
    .enum(['fresh', 'reused'])
    .optional()
    .meta({ description: 'Matches only the first request of a connection, or only later requests.' }),
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
        'Fields of the request and their values. A key is the path of a field, in the names of the contract. `Rooms[0]` means the first entry of a list; `Rooms[*]` and `Rooms` mean any entry.',
    }),
}));

const faultId = z.string().regex(/^(?!\.{1,2}$)[\w.:-]{1,60}$/, {
  error: 'expected 1 to 60 letters, digits, "_", ".", ":" and "-", but neither "." nor ".."',
});

export const matchNames = (): readonly string[] => Object.keys(match().shape);

export const faultSchema = once(() => {
  const [first, ...rest] = Object.entries(faultKinds).map(([kind, row]) =>
    namedEffect<ReturnType<(typeof faultKinds)[EffectKind]['schema']>>(kind, row),
  );
  if (!first) throw new Error('faultSchema: faultKinds has no entries; add a kind');
  return strictComponent('ControlFault', {
    id: faultId
      .optional()
      .meta({ description: 'The id for disarming the fault; by default the server creates an id.' }),
    match: match().optional(),
    effect: z.discriminatedUnion('kind', [first, ...rest]),
  });
});

function namedEffect<S extends z.ZodObject>(
  kind: string,
  { schema, about, where }: { schema: () => S; about: string; where: string },
): S {
  const name = kind.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return component(`ControlFault${name}`, schema().meta({ description: `${about} Acts on ${where}.` }));
}

/** A fault. `match` selects the calls, and `effect` changes these calls. */
export interface Fault {
  id?: string | undefined;
  match?: z.infer<ReturnType<typeof match>> | undefined;
  effect: FaultEffect;
}
