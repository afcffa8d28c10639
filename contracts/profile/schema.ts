import * as z from 'zod/mini';
import { operationIds } from '../operations/index.ts';
import { annotated } from '../provenance.ts';

const dialectName = z.string({ error: 'expected the name of a field in the dialect, a text' }).check(
  z.regex(/^(?!__proto__$)[^.[\]\s](?:[^.[\]]*[^.[\]\s])?$/, {
    error:
      'expected a name without dots or brackets: a profile renames fields where they are, it does not move them',
  }),
);

const names = z.record(z.string(), dialectName, {
  error: 'expected a map: field of the contract, then its name in the dialect',
});

const operationProfile = z.strictObject({
  /** Only needed if the dialect uses another method. A call with a body cannot become a GET. */
  method: z.optional(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  path: z.optional(
    z.string().check(
      z.regex(/^\/(?:[^\s?#{}]|\{[^\s?#{}/]+\})*$/, {
        error: 'expected a path that begins with "/", without query, spaces or unpaired braces',
      }),
    ),
  ),
  request: z.optional(names),
  answer: z.optional(names),
});

/**
 * The form of a profile. `parseProfile` also checks the names in it. Editors can use its JSON Schema, by `z.toJSONSchema`.
 *
 * Keys of `fields`, `request` and `answer` are names of the contract. A bare name means the field wherever it stands; a
 * dotted path (`Criteria.DestinationId`, lists are passed through) means that place only; `.Token` the one at the top.
 */
export const profileSchema = z.strictObject(
  {
    name: z
      .string({ error: 'expected a name for the dialect, a text' })
      .check(z.minLength(1, { error: 'expected a name that is not empty' })),
    fields: z.optional(names),
    operations: z.optional(
      annotated(
        { propertyNames: { enum: operationIds } },
        z.record(z.string(), operationProfile, {
          error: 'expected a map: operation id, then what differs there',
        }),
      ),
    ),
  },
  {
    error: issue =>
      issue.code === 'invalid_type' ? 'expected an object with "name", "fields" and "operations"' : undefined,
  },
);

/** A dialect as data: how it calls the paths, methods and fields of the contract. */
export type Profile = z.infer<typeof profileSchema>;
