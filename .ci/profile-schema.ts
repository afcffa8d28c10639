import * as z from 'zod';
import { type AnyOperation, operations } from '#contracts';
import { type Fields, fieldsOf, profileSchema } from '#contracts/profile';
import { asObject } from '#contracts/util';

/** The texts that editors show for the fields of a profile. */
const texts: Readonly<Record<string, string>> = {
  name: 'The name of the dialect, which reports show.',
  provenance: 'How the author of the profile knows the dialect.',
  fields:
    'The changes of fields in all operations. The keys are names, or the last names of paths, of the contract.',
  operations: 'The changes of single operations. The keys are operation ids.',
  method: 'The method of the dialect. A call with a body cannot become a GET.',
  path: 'The path of the dialect, or a list of paths. A client writes the first path, and the server reads all paths.',
  request: 'The changes of fields in the request. The keys are names or paths of the contract.',
  answer: 'The changes of fields in the answer. The keys are names or paths of the contract.',
  also: 'The fields of answers that the contract does not have. The keys are their paths in the dialect.',
  roundTotal:
    'Whether the answers before a booking show totals as whole numbers, rounded up. The prices of bookings stay exact.',
  is: 'The value.',
  count: 'The name of the list beside the field whose entries are counted.',
  copy: 'The name of the field beside the field whose value is repeated.',
  but: 'The members of a repeated object that differ.',
  hides: 'The dialect has null in the place of this field of the contract, and a client reads this value.',
  to: 'The place of the field in the dialect: a name, a path such as "Price.Amount", a place further out such as "../name", or ".".',
  values: 'The words of the dialect. The keys are the words of the contract.',
  format:
    'The format of a date or time: a pattern such as "DD/MM/YYYY", or "iso", "unix", "unix-ms" or "dotnet".',
  as: 'Another JSON type: an id as a number, a number as text, or a single value as a list with one entry.',
  first: 'The place of the first entry of a list. The other entries stay in the list.',
  each: 'The name of an object around each entry of a list.',
  default: 'The value of a required field that the requests of the dialect leave out.',
  optional: 'Whether the requests of the dialect can leave out the field.',
};

/** The description of each list of field names. The committed document contains this text without the list. */
export const fieldNames =
  'The names and paths of the fields of the contract. The published document lists them.';

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the JSON Schema of profiles. Editors use this schema to complete and check YAML and JSON files. The schema lists the
 * names and paths of the fields of each operation.
 *
 * @example JSON.stringify(profileJsonSchema(), null, 2)
 */
export function profileJsonSchema(): object {
  const { $schema, properties, ...rest } = z.toJSONSchema(profileSchema, { io: 'input' });
  const { name, provenance, roundTotal, fields, operations: byId } = asObject(properties);
  const { method, path, also } = asObject(asObject(asObject(byId).additionalProperties).properties);
  const added = asObject(asObject(also).additionalProperties);
  const all = Object.values(operations);
  const operationOf = (one: AnyOperation): JsonSchema => ({
    ...closed(
      described({
        method: { $ref: '#/$defs/method' },
        path: { $ref: '#/$defs/path' },
        request: changesOf(keysOf(fieldsOf(one, 'request'))),
        answer: changesOf(keysOf(fieldsOf(one, 'answer'))),
        also: { type: 'object', additionalProperties: { $ref: '#/$defs/addition' } },
        provenance,
      }),
    ),
    description: one.summary,
  });
  const ends = all.flatMap(one => [...endsIn(fieldsOf(one, 'request')), ...endsIn(fieldsOf(one, 'answer'))]);
  return {
    $schema,
    title: 'A profile of Understudy',
    description:
      'Describes the paths, names, places and values in which a supplier differs from the contract.',
    ...rest,
    properties: {
      // A JSON file can name its schema in this field. The loader of profiles removes the field.
      $schema: { type: 'string' },
      ...described({
        name,
        provenance,
        roundTotal,
        fields: changesOf(ends),
        operations: closed(Object.fromEntries(all.map(one => [one.id, operationOf(one)]))),
      }),
    },
    $defs: {
      method,
      path,
      addition: { ...added, properties: described(asObject(added.properties)) },
      change: changeOf(asObject(asObject(fields).additionalProperties)),
    },
  };
}

const closed = (properties: JsonSchema): JsonSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
});

const described = (properties: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { ...asObject(schema), description: texts[name] },
    ]),
  );

/** Adds descriptions to the schema of one change: a place as text, or an object of changes. */
function changeOf(change: JsonSchema): JsonSchema {
  const { anyOf = [] } = change;
  const forms = Array.isArray(anyOf) ? anyOf.map(asObject) : [];
  return {
    anyOf: forms.map(form =>
      form.type === 'object'
        ? { ...form, properties: described(asObject(form.properties)) }
        : { ...form, description: texts.to },
    ),
  };
}

const changesOf = (keys: readonly string[]): JsonSchema => ({
  type: 'object',
  propertyNames: { description: fieldNames, enum: [...new Set(keys)] },
  additionalProperties: { $ref: '#/$defs/change' },
});

/** Returns all keys that mean a field of a body: names, paths, and names at the top. */
const keysOf = (fields: Fields): string[] => [
  ...namesIn(fields),
  ...pathsIn(fields),
  ...[...fields.keys()].map(name => `.${name}`),
];

const namesIn = (fields: Fields): string[] =>
  [...fields].flatMap(([name, { inner }]) => [name, ...namesIn(inner)]);

const pathsIn = (fields: Fields): string[] =>
  [...fields].flatMap(([name, { inner }]) => [name, ...pathsIn(inner).map(path => `${name}.${path}`)]);

/** Returns every name, and every path that is the end of the path of a field. */
const endsIn = (fields: Fields): string[] => [
  ...pathsIn(fields),
  ...[...fields.values()].flatMap(({ inner }) => endsIn(inner)),
];
