import * as z from 'zod';
import type { AnyOperation, Dialect, Direction } from '#contracts';
import { namesOf, wordsOf } from '#contracts/aliases';
import { alternativesIn, placedSchema, requestParts, tidySchema } from '#contracts/openapi';
import type { Provenance } from '#contracts/provenance';
import { asList, asObject, isObject, type JsonObject } from '#contracts/util';

export interface Field extends FieldForm {
  /** In the names of the dialect, with `[]` after a list: `Criteria.SearchRooms[].NumAdults`. */
  readonly name: string;
  readonly required: boolean;
  /** The specification names the field, but does not say whether it is required. */
  readonly requiredByAssumption?: true;
  /** A request needs at least one of these fields, this one included. */
  readonly oneOf?: readonly string[];
  readonly provenance: Provenance;
  /** Names that public clients send instead; the server accepts them. */
  readonly alsoNamed?: readonly string[];
  /** Words that public clients send instead of words of the enum. */
  readonly alsoValues?: Readonly<Record<string, string>>;
}

export interface Parameter extends Field {
  readonly where: 'body' | 'path' | 'query' | 'header';
}

type Places = Pick<Dialect, 'fields' | 'parameters'>;

/** An object comes before the fields inside it. */
export function parametersOf(operation: AnyOperation, dialect: Places): Parameter[] {
  const headers = Object.entries(operation.headers ?? {}).map(([name, { provenance, format }]) => ({
    name,
    where: 'header' as const,
    type: `text: ${format}`,
    required: false,
    provenance,
  }));
  const { id, method } = operation;
  const schema = schemaOf(operation, 'request');
  const { inPath, rest } = requestParts(schema, { id, dialect, schemas: asObject(schema.$defs) });
  const path = { properties: Object.fromEntries(inPath), required: [...inPath.keys()] };
  const where = method === 'GET' ? ('query' as const) : ('body' as const);
  return [
    ...headers,
    ...fieldsIn(path).map(field => ({ ...field, where: 'path' as const })),
    ...fieldsIn(rest).map(field => ({ ...field, where })),
  ];
}

export function answerFieldsOf(operation: AnyOperation, dialect: Places): Field[] {
  const schema = schemaOf(operation, 'answer');
  const around = { schemas: asObject(schema.$defs), direction: 'answer' as const };
  return fieldsIn(placedSchema(schema, dialect.fields(operation.id, 'answer'), around));
}

function schemaOf(operation: AnyOperation, direction: Direction): JsonObject {
  const io = direction === 'request' ? 'input' : 'output';
  return asObject(tidySchema(z.toJSONSchema(operation[direction], { io, unrepresentable: 'any' })));
}

const fieldsIn = (schema: JsonObject): Field[] =>
  isObject(schema.items) ? fieldsInside(schema.items, '[].', []) : fieldsInside(schema, '', []);

/** `prefix` ends with a dot. `around`: the groups of alternatives of the objects around it. */
function fieldsInside(schema: JsonObject, prefix: string, around: readonly string[][]): Field[] {
  const required = asList(schema.required);
  const groups = [...around, ...alternativesIn(schema).map(group => group.map(name => prefix + name))];
  return Object.entries(asObject(schema.properties)).flatMap(([key, entry]) => {
    const whole = asObject(entry);
    const isList = isObject(whole.items);
    const item = isList ? asObject(whole.items) : whole;
    const name = prefix + key;
    const oneOf = groups.find(group => group.includes(name));
    const field: Field = {
      name,
      ...formOf(whole, item),
      required: required.includes(key),
      ...(whole['x-assumed-required'] === true && { requiredByAssumption: true }),
      ...(oneOf && { oneOf }),
      provenance: whole['x-provenance'] as Provenance, // every field of the contract has a provenance
      ...aliasesOf(whole),
    };
    return [field, ...fieldsInside(item, `${name}${isList ? '[]' : ''}.`, groups)];
  });
}

function aliasesOf(schema: JsonObject): Pick<Field, 'alsoNamed' | 'alsoValues'> {
  const [names, words] = [namesOf(schema), wordsOf(schema)];
  return {
    ...(names.length > 0 && { alsoNamed: names }),
    ...(words.length > 0 && { alsoValues: Object.fromEntries(words) }),
  };
}

type FieldForm = Readonly<ReturnType<typeof formOf>>;

const ofValues = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern'];
const ofLists = ['minItems', 'maxItems'];

/** `item`: the schema of an entry; the same schema for a field that is not a list. */
function formOf(whole: JsonObject, item: JsonObject) {
  const type = isObject(whole.items) ? listOf(typeOf(item), whole) : typeOf(item);
  const constraints = { ...pick(item, ofValues), ...pick(whole, ofLists) };
  return {
    /** With its limits as text, for example `whole number, 1 to 9`. */
    type,
    ...(Array.isArray(item.enum) && { values: item.enum.map(String) }),
    /** For a list, these also limit its length. */
    ...(Object.keys(constraints).length > 0 && { constraints }),
  };
}

/** A profile can have a list with one entry in place of a single value. */
const listOf = (entry: string, { minItems, maxItems }: JsonObject): string =>
  minItems === 1 && maxItems === 1
    ? `list with one entry: ${entry}`
    : `list of ${entry}${boundsOf(minItems, maxItems, 'entries')}`;

const pick = (schema: JsonObject, keywords: readonly string[]): JsonObject =>
  Object.fromEntries(
    keywords.filter(keyword => schema[keyword] !== undefined).map(keyword => [keyword, schema[keyword]]),
  );

const words: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
};

const maxNamed = 12;

function typeOf(schema: JsonObject): string {
  const { description } = schema;
  const form = bareType(schema);
  if (typeof description === 'string') return `${form}: ${description.replace(/\.$/, '')}`;
  if (typeof schema.pattern === 'string') return `${form} like ${schema.pattern}`;
  const length = schema.minLength === 1 ? undefined : schema.minLength;
  return `${form}${boundsOf(schema.minimum, schema.maximum)}${boundsOf(length, schema.maxLength, 'characters')}`;
}

function bareType({ enum: values, format, type }: JsonObject): string {
  if (Array.isArray(values)) {
    const named = values.slice(0, maxNamed).map(String).join(' | ');
    return values.length > maxNamed ? `${named} | … (${values.length} values)` : named;
  }
  if (format === 'date') return 'date YYYY-MM-DD';
  if (Array.isArray(type)) return type.map(name => words[name] ?? name).join(' or ');
  return words[String(type)] ?? String(type ?? 'any');
}

function boundsOf(min: unknown, max: unknown, what = ''): string {
  const unit = what === '' ? '' : ` ${what}`;
  if (min !== undefined && max !== undefined) return `, ${min} to ${max}${unit}`;
  if (min !== undefined) return `, ${min} or more${unit}`;
  return max === undefined ? '' : `, at most ${max}${unit}`;
}
