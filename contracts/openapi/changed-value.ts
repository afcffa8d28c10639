import { alsoValuesKey, wordsOf } from '../operations/index.ts';
import {
  type Change,
  type Direction,
  type PlacedField,
  type TimeKind,
  timePattern,
} from '../profile/index.ts';
import { escapePattern, type JsonObject } from '../util/index.ts';

/** A keyword that could refuse a value of the dialect is left out. */
export function changedValue(schema: JsonObject, placed: PlacedField, direction: Direction): JsonObject {
  const { field, change } = placed;
  const { time = 'date' } = field.entry ?? field;
  if (change.format !== undefined) return formatted(schema, change.format, time);
  if (change.words) return worded(withWords(schema, change), change, direction);
  if (change.as === undefined) return schema;
  if (Array.isArray(schema.enum))
    return ofWords(
      schema,
      schema.enum.map(word => change.write?.(word) ?? word),
    );
  const kinds = [schema.type].flat();
  // A text that is not a number stays a text, so both types are possible.
  return change.as === 'number' ? { ...schema, ...typesOf(['number', ...kinds]) } : asText(schema, kinds);
}

/** The keywords that limit a text or a number. */
const limits = ['format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'multipleOf'];

const without = (schema: JsonObject, keywords: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));

function formatted(schema: JsonObject, format: string, time: TimeKind): JsonObject {
  const { description: _, type, ...rest } = without(schema, limits);
  const nulls = [type].flat().includes('null') ? ['null'] : [];
  const typed = (name: string) => ({ type: nulls.length > 0 ? [name, ...nulls] : name });
  const pattern = timePattern(format, time);
  if (pattern !== undefined) {
    const description = `a ${time} in the format ${pattern}`;
    return { ...typed('string'), description, pattern: sourceOf(pattern), ...rest };
  }
  if (format === 'dotnet') {
    const description = `a ${time} in the format /Date(…)/, with the milliseconds since 1970-01-01 00:00:00 UTC`;
    return { ...typed('string'), description, pattern: String.raw`^/Date\(-?\d+([+-]\d{4})?\)/$`, ...rest };
  }
  const unit = format === 'unix' ? 'seconds' : 'milliseconds';
  return { ...typed('integer'), description: `a ${time} in ${unit} since 1970-01-01 00:00:00 UTC`, ...rest };
}

const sourceOf = (pattern: string): string =>
  `^${escapePattern(pattern).replace(/YYYY|MM|DD|HH|mm|ss/g, part => `\\d{${part.length}}`)}$`;

function worded(schema: JsonObject, { words, readWords, write }: Change, direction: Direction): JsonObject {
  const read = direction === 'request' ? [...(readWords ?? [])] : [];
  const kinds = [schema.type].flat();
  const all = Array.isArray(schema.enum)
    ? schema.enum
    : kinds.includes('boolean')
      ? [true, false]
      : undefined;
  if (!all) {
    const types = [...kinds, ...[...(words?.values() ?? []), ...read.map(([word]) => word)].map(typeOf)];
    return { ...without(schema, limits), ...typesOf(types) };
  }
  const spoken = all.flatMap(word => [
    write?.(word) ?? word,
    ...read.filter(([, contract]) => contract === word).map(([theirs]) => theirs),
  ]);
  return ofWords(schema, [...spoken, ...(kinds.includes('null') ? [null] : [])]);
}

function withWords(schema: JsonObject, { readWords, write }: Change): JsonObject {
  const { [alsoValuesKey]: _, ...rest } = schema;
  const others = wordsOf(schema).filter(([other]) => !readWords?.has(other));
  const spoken = others.map(([other, word]) => [other, write?.(word) ?? word]);
  return spoken.length > 0 ? { ...rest, [alsoValuesKey]: Object.fromEntries(spoken) } : rest;
}

const ofWords = (schema: JsonObject, words: readonly unknown[]): JsonObject => ({
  ...schema,
  ...typesOf(words.map(typeOf)),
  enum: [...new Set(words)],
});

function asText(schema: JsonObject, kinds: readonly unknown[]): JsonObject {
  const types = kinds.map(kind => (kind === 'number' || kind === 'integer' ? 'string' : kind));
  return {
    ...without(schema, limits),
    ...typesOf(types),
    ...(kinds.includes('integer') && { pattern: String.raw`^-?\d+$` }),
  };
}

const typeOf = (value: unknown): string => (value === null ? 'null' : typeof value);

function typesOf(types: readonly unknown[]): JsonObject {
  const [first, ...others] = new Set(types);
  return { type: others.length > 0 ? [first, ...others] : first };
}
