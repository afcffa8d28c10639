import { isObject, type JsonObject } from '#contracts/util';

/** What a value has to keep to, in the words of JSON Schema; for a list, what each entry has to. */
interface Constraints {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** How many entries a list has. */
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The form of a field. */
export interface FieldForm {
  /** In words, with what is known of its bounds: `whole number, 1 to 9`. */
  readonly type: string;
  /** All values it can have, where these are few enough to be named one by one. */
  readonly values?: readonly string[];
  readonly constraints?: Constraints;
}

const ofValues = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern'] as const;
const ofLists = ['minItems', 'maxItems'] as const;

/**
 * The form of a field, and of each entry where it is a list.
 *
 * @param item the schema of an entry; an empty one for what is no list
 * @example formOf({ type: 'integer', minimum: 1, maximum: 9 }, {}).type // 'whole number, 1 to 9'
 */
export function formOf(whole: JsonObject, item: JsonObject): FieldForm {
  const isList = isObject(whole.items);
  const value = isList ? item : whole;
  const constraints = { ...pick(value, ofValues), ...pick(whole, ofLists) };
  return {
    type: isList
      ? `list of ${typeOf(value)}${boundsOf(whole.minItems, whole.maxItems, 'entries')}`
      : typeOf(value),
    ...(Array.isArray(value.enum) && { values: value.enum.map(String) }),
    ...(Object.keys(constraints).length > 0 && { constraints }),
  };
}

function pick(schema: JsonObject, keywords: readonly string[]): object {
  return Object.fromEntries(
    keywords.flatMap(keyword => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]])),
  );
}

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
