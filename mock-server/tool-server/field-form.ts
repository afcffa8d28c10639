import { isObject, type JsonObject } from '#contracts/util';

/** The type of a field and the limits of its value. */
export interface FieldForm {
  /** The type and its limits as text, for example `whole number, 1 to 9`. */
  readonly type: string;
  readonly values?: readonly string[];
  /** The JSON Schema keywords that limit the value; for a list, these also limit its length. */
  readonly constraints?: JsonObject;
}

const ofValues = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern'];
const ofLists = ['minItems', 'maxItems'];

/**
 * Describes the type and the limits of a field. For a list, the description covers each entry.
 *
 * @param item the schema of an entry; the same schema for a field that is not a list
 * @example formOf(schema, schema).type // 'whole number, 1 to 9' for { type: 'integer', minimum: 1, maximum: 9 }
 */
export function formOf(whole: JsonObject, item: JsonObject): FieldForm {
  const type = isObject(whole.items) ? listOf(typeOf(item), whole) : typeOf(item);
  const constraints = { ...pick(item, ofValues), ...pick(whole, ofLists) };
  return {
    type,
    ...(Array.isArray(item.enum) && { values: item.enum.map(String) }),
    ...(Object.keys(constraints).length > 0 && { constraints }),
  };
}

/** Describes a list. A profile can have a list with one entry in place of a single value. */
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
