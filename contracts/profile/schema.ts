import * as z from 'zod';
import { operationIds } from '../operations/index.ts';
import { annotated } from '../provenance.ts';

const dialectName = z
  .string({ error: 'expected the name of a field in the dialect, a text' })
  .regex(/^(?!__proto__$)[^.[\]\s](?:[^.[\]]*[^.[\]\s])?$/, {
    error:
      'expected a name without dots or brackets: a profile renames fields where they are, it does not move them',
  });

const names = z.record(z.string(), dialectName, {
  error: 'expected a map: field of the contract, then its name in the dialect',
});

const operationProfile = z.strictObject({
  /** Asked for only where the dialect uses another method; a call with a body cannot become a GET. */
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  path: z
    .string()
    .regex(/^\/(?:[^\s?#{}]|\{[^\s?#{}/]+\})*$/, {
      error: 'expected a path that begins with "/", without query, spaces or unpaired braces',
    })
    .optional(),
  request: names.optional(),
  answer: names.optional(),
});

/**
 * The form of a profile; what it may name is judged by `parseProfile`. `z.toJSONSchema` takes it, for editors.
 *
 * Keys of `fields`, `request` and `answer` are names of the contract. A bare name means the field wherever it stands; a
 * dotted path (`Criteria.DestinationId`, lists are passed through) means that place only; `.Token` the one at the top.
 */
export const profileSchema = z.strictObject(
  {
    name: z
      .string({ error: 'expected a name for the dialect, a text' })
      .min(1, { error: 'expected a name that is not empty' }),
    fields: names.optional(),
    operations: annotated(
      { propertyNames: { enum: operationIds } },
      z.record(z.string(), operationProfile, {
        error: 'expected a map: operation id, then what differs there',
      }),
    ).optional(),
  },
  {
    error: issue =>
      issue.code === 'invalid_type' ? 'expected an object with "name", "fields" and "operations"' : undefined,
  },
);

/** A dialect as data: how it calls the paths, methods and fields of the contract. */
export type Profile = z.infer<typeof profileSchema>;
