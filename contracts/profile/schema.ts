import * as z from 'zod/mini';
import { operationIds } from '../operations/index.ts';
import { annotated } from '../provenance.ts';

const dialectName = z.string({ error: 'expected the name of a field in the dialect, a text' }).check(
  z.regex(/^(?!__proto__$)[^.[\]\s](?:[^.[\]]*[^.[\]\s])?$/, {
    error: 'expected a name without dots or brackets; a profile can rename a field, but cannot move it',
  }),
);

const names = z.record(z.string(), dialectName, {
  error: 'expected an object of contract names and dialect names',
});

const operationProfile = z.strictObject({
  /** The method, if it differs from the contract. A call with a body cannot become a GET. */
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
 * The schema of a profile. `parseProfile` also checks the names in a profile. For editors, convert this schema with
 * `z.toJSONSchema`.
 *
 * Keys of `fields`, `request` and `answer` are names of the contract. A name such as `Token` means all fields with this name. A
 * path such as `Criteria.DestinationId` means one field, and has no list indexes. `.Token` means the field at the top.
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
          error: 'expected an object of operation ids and their changes',
        }),
      ),
    ),
  },
  {
    error: issue =>
      issue.code === 'invalid_type' ? 'expected an object with "name", "fields" and "operations"' : undefined,
  },
);

/** A profile: the paths, methods and field names of a dialect, as data. */
export type Profile = z.infer<typeof profileSchema>;
