import * as z from 'zod/mini';
import { annotated, provenanceKinds } from '../clauses/index.ts';
import { operationIds } from '../operations/index.ts';

const name = String.raw`(?!__proto__(?:\.|$))[^.[\]\s](?:[^.[\]]*[^.[\]\s])?`;

const placeText = z.string({ error: 'expected the name of a field in the dialect, a text' }).check(
  z.regex(new RegExp(`^(?:\\.|(?:\\.\\./)*${name}(?:\\.${name})*)$`), {
    error:
      'expected a name ("cityCode"), a path into an object ("Price.Amount"), a place one object further out ("../name"), or "." to place the fields of an object in the object around it',
  }),
);

const dialectName = z
  .string({ error: 'expected a name, a text' })
  .check(z.regex(new RegExp(`^${name}$`), { error: 'expected a name without dots or brackets' }));

const dialectWord = z.union([z.string(), z.number(), z.boolean()], {
  error: 'expected a text, a number, true or false',
});

/** How the author of the profile knows the dialect. An entry without one has that of the profile. */
const provenance = z.optional(
  z.enum(provenanceKinds, {
    error: `expected one of ${provenanceKinds.map(kind => `"${kind}"`).join(', ')}`,
  }),
);

const ifNoObject = (message: string) => (issue: z.core.$ZodRawIssue) =>
  issue.code === 'invalid_type' ? message : undefined;

const fieldChange = z.strictObject(
  {
    /** The place of the field in the dialect. The default is the name of the contract. */
    to: z.optional(placeText),
    /**
     * The words of the dialect; the keys are the words of the contract. If a word has a list, the server writes the first entry
     * and reads all entries.
     */
    values: z.optional(
      z.record(
        z.string(),
        z.union([dialectWord, z.array(dialectWord).check(z.minLength(1))], {
          error: 'expected one word of the dialect, or a list of words of which the server writes the first',
        }),
        { error: 'expected an object of words of the contract and words of the dialect' },
      ),
    ),
    /** The format of a date, a time or a time stamp: a pattern such as `DD/MM/YYYY`, or `iso`, `unix`, `unix-ms` or `dotnet`. */
    format: z.optional(z.string({ error: 'expected a date format, a text' })),
    /** Another JSON type: an id as a number, a number as text, or a single value as a list with one entry. */
    as: z.optional(z.enum(['number', 'text', 'list'], { error: 'expected "number", "text" or "list"' })),
    /** The place of the first entry of a list. The other entries stay in the list. */
    first: z.optional(placeText),
    /** The name of an object around each entry of a list. */
    each: z.optional(dialectName),
    /** The value of a field that the contract requires and the requests of the dialect leave out. */
    default: z.optional(z.unknown()),
    /** Whether the requests of the dialect can leave out the field, without a value in its place. */
    optional: z.optional(z.literal(true, { error: 'expected true' })),
    provenance,
  },
  { error: ifNoObject('expected a name or an object of changes') },
);

const changes = z.record(
  z.string(),
  z.union([placeText, fieldChange], {
    error: 'expected the name of a field in the dialect, a text, or an object of changes',
  }),
  {
    error: 'expected an object of contract names and their changes',
  },
);

const pathText = z.string({ error: 'expected a path, a text' }).check(
  z.regex(/^\/(?:[^\s?#{}]|\{[^\s?#{}/]+\})*$/, {
    error: 'expected a path that begins with "/", without query, spaces or unpaired braces',
  }),
);

const fieldName = z.string({ error: 'expected the name of a field in the dialect, a text' });

const addition = z
  .strictObject(
    {
      /** The value. */
      is: z.optional(z.unknown()),
      /** The list in the same object whose entries are counted. */
      count: z.optional(fieldName),
      /** The field in the same object whose value is repeated. */
      copy: z.optional(fieldName),
      /** The members of a repeated object that differ. */
      but: z.optional(z.record(z.string(), z.unknown(), { error: 'expected an object of names and values' })),
      /** The dialect has null in place of this field of the contract, and a client reads this value. */
      hides: z.optional(z.unknown()),
    },
    { error: ifNoObject('expected an object, such as { is: false }') },
  )
  .check(
    z.refine(
      ({ is, count, copy, hides }) => [is, count, copy, hides].filter(one => one !== undefined).length === 1,
      {
        error: 'expected one of "is", "count", "copy" and "hides"',
      },
    ),
  );

/** Fields of answers that the contract does not have. The keys are their paths in the dialect, without list indexes. */
const additions = z.record(placeText, addition, {
  error: 'expected an object of places in the dialect and their values',
});

const operationProfile = z.strictObject({
  /** The method, if it differs from the contract. A call with a body cannot become a GET. */
  method: z.optional(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  /** The path, or a list of paths. The server reads all paths, and a client writes the first path. */
  path: z.optional(z.union([pathText, z.array(pathText).check(z.minLength(1))])),
  request: z.optional(changes),
  answer: z.optional(changes),
  also: z.optional(additions),
  provenance,
});

/**
 * The schema of a profile. `parseProfile` also checks the names in a profile. Keys of `fields`, `request` and `answer` are names
 * of the contract. A name such as `Token` means all fields with this name. A path such as `Criteria.DestinationId` means one
 * field, and has no list indexes. `.Token` means the field at the top.
 */
export const profileSchema = z.strictObject(
  {
    name: z
      .string({ error: 'expected a name for the dialect, a text' })
      .check(z.minLength(1, { error: 'expected a name that is not empty' })),
    provenance,
    /** Answers before a booking show totals as whole numbers, rounded up. The prices of bookings stay exact. */
    roundTotal: z.optional(z.literal('up', { error: 'expected "up"' })),
    fields: z.optional(changes),
    operations: z.optional(
      annotated(
        { propertyNames: { enum: operationIds } },
        z.record(z.string(), operationProfile, {
          error: 'expected an object of operation ids and their changes',
        }),
      ),
    ),
  },
  { error: ifNoObject('expected an object with "name", "fields" and "operations"') },
);

/** A profile: the paths, methods, field names, places and values of a dialect, as data. */
export type Profile = z.infer<typeof profileSchema>;
export const profileParts = {
  profile: profileSchema,
  operation: operationProfile,
  addition,
  change: fieldChange,
};
export type Addition = z.infer<typeof addition>;
export type Additions = Readonly<Record<string, Addition>>;
export type FieldChange = z.infer<typeof fieldChange>;
/** The changes of fields in a profile. The keys are names or paths of the contract. */
export type Changes = Readonly<Record<string, string | FieldChange>>;
