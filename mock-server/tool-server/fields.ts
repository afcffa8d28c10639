import * as z from 'zod';
import type { AnyOperation, Dialect, Direction } from '#contracts';
import { namesOf, wordsOf } from '#contracts/aliases';
import { tidySchema } from '#contracts/openapi';
import type { Provenance } from '#contracts/provenance';
import { asObject, isObject, type JsonObject } from '#contracts/util';
import { type FieldForm, formOf } from './field-form.ts';

// This file reads the fields of requests and answers from the schemas of the contract.

/** One field of a request or an answer. */
export interface Field extends FieldForm {
  /** The path of the field in the names of the dialect, with `[]` after a list: `Criteria.SearchRooms[].NumAdults`. */
  readonly name: string;
  readonly required: boolean;
  /** True when the specification names the field, but does not say whether the field is required. */
  readonly requiredByAssumption?: true;
  /** The fields of which a request needs at least one, this field included. Absent for a field without alternatives. */
  readonly oneOf?: readonly string[];
  readonly provenance: Provenance;
  /** The names that public clients send instead. The server accepts these names too. */
  readonly alsoNamed?: readonly string[];
  /** The words that public clients send instead of words of the enum, and the words of the enum. */
  readonly alsoValues?: Readonly<Record<string, string>>;
}

/** One field or header of a request. */
export interface Parameter extends Field {
  readonly where: 'body' | 'path' | 'query' | 'header';
}

/** The part of a dialect that translates the names of fields. */
type Names = Pick<Dialect, 'fieldPath'>;

/**
 * Lists the headers and fields of a request: first the headers, then the path, query or body. An object comes before
 * the fields inside it.
 *
 * @example parametersOf(operations['hotel.search'], dialect).map(({ name }) => name)
 */
export function parametersOf(operation: AnyOperation, dialect: Names): Parameter[] {
  const headers = Object.entries(operation.headers ?? {}).map(([name, { provenance, format }]) => ({
    name,
    where: 'header' as const,
    type: `text: ${format}`,
    required: false,
    provenance,
  }));
  const { method, path } = operation;
  const whereOf = (root: string): Parameter['where'] =>
    method === 'POST' ? 'body' : path.includes(`{${root}}`) ? 'path' : 'query';
  const fields = fieldsOf(operation, 'request', dialect);
  return [...headers, ...fields.map(({ root, field }) => ({ ...field, where: whereOf(root) }))];
}

/**
 * Lists the fields of a successful answer of an operation. An object comes before the fields inside it.
 *
 * @example answerFieldsOf(operations.getBookingDetail, dialect)[0]?.name // 'Booking'
 */
export const answerFieldsOf = (operation: AnyOperation, dialect: Names): Field[] =>
  fieldsOf(operation, 'answer', dialect).map(({ field }) => field);

/** A field, and the contract name of the top-level field that contains it. */
interface PlacedField {
  readonly root: string;
  readonly field: Field;
}

interface Place {
  readonly defs: JsonObject;
  /** Translates a path of contract names to the dialect. Lists keep their mark `[]`. */
  spell(path: readonly string[]): string;
}

/** Lists the fields of the request or the answer of an operation. For a list, these are the fields of the entries. */
function fieldsOf(operation: AnyOperation, direction: Direction, dialect: Names): PlacedField[] {
  const io = direction === 'request' ? 'input' : 'output';
  const schema = asObject(tidySchema(z.toJSONSchema(operation[direction], { io, unrepresentable: 'any' })));
  const spell = (path: readonly string[]): string => {
    const steps = path.filter(step => step !== '[]');
    const bare = steps.map(step => step.replace('[]', '')).join('.');
    const names = dialect.fieldPath(operation.id, direction, bare).split('.');
    const marked = names.map((name, index) => (steps[index]?.endsWith('[]') ? `${name}[]` : name)).join('.');
    return steps.length < path.length ? `[].${marked}` : marked;
  };
  const place = { defs: asObject(schema.$defs), spell };
  if (!isObject(schema.items)) return fieldsInside(schema, [], place);
  return fieldsInside(resolve(schema.items, place.defs), ['[]'], place);
}

function fieldsInside(schema: JsonObject, path: readonly string[], place: Place): PlacedField[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const groups = alternatives(schema);
  return Object.entries(asObject(schema.properties)).flatMap(([name, entry]) => {
    const whole = resolve(entry, place.defs);
    const isList = isObject(whole.items);
    const item = isList ? resolve(whole.items, place.defs) : whole;
    const oneOf = groups.find(group => group.includes(name));
    const spoken = place.spell([...path, name]);
    const field: Field = {
      name: spoken,
      ...formOf(whole, item),
      required: required.includes(name),
      ...(whole['x-assumed-required'] === true && { requiredByAssumption: true }),
      ...(oneOf && { oneOf: oneOf.map(other => place.spell([...path, other])) }),
      provenance: whole['x-provenance'] as Provenance, // every field of the contract has a provenance
      ...aliasesOf(whole, spoken),
    };
    const inner = fieldsInside(item, [...path, isList ? `${name}[]` : name], place);
    return [{ root: path[0] ?? name, field }, ...inner];
  });
}

/** Returns the other names and words in the schema of a field. One of these names can be the name in the dialect. */
function aliasesOf(schema: JsonObject, spoken: string): Pick<Field, 'alsoNamed' | 'alsoValues'> {
  const words = wordsOf(schema);
  const names = namesOf(schema).filter(name => !`.${spoken}`.endsWith(`.${name}`));
  return {
    ...(names.length > 0 && { alsoNamed: names }),
    ...(words.length > 0 && { alsoValues: Object.fromEntries(words) }),
  };
}

/** Returns a schema together with the keywords of the schema to which its `$ref` refers. Its own keywords have priority. */
function resolve(schema: unknown, defs: JsonObject): JsonObject {
  const { $ref, ...own } = asObject(schema);
  if (typeof $ref !== 'string') return own;
  return { ...asObject(defs[$ref.slice($ref.lastIndexOf('/') + 1)]), ...own };
}

/** Lists each group of fields of which a request needs at least one. `requireOneOf` writes these groups. */
function alternatives(schema: JsonObject): string[][] {
  const groups = Array.isArray(schema.allOf) ? schema.allOf.map(asObject) : [schema];
  return groups.flatMap(({ anyOf }) =>
    Array.isArray(anyOf)
      ? [anyOf.flatMap(entry => (Array.isArray(entry.required) ? entry.required.map(String) : []))]
      : [],
  );
}
