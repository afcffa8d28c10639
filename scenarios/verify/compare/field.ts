import * as z from 'zod/mini';
import type { AnyOperation } from '#contracts';
import {
  type Change,
  type FieldChange,
  fieldsOf,
  findRuleIn,
  type PlacedField,
  type PlacedFields,
  type Profile,
  type Field as ProfileField,
  placeFields,
} from '#contracts/profile';
import { assumed, byAssumption, type Provenance, sourceOf } from '#contracts/provenance';
import { unwrap } from '#contracts/schema-walk';
import { isObject } from '#contracts/util';
import { masked } from '../safe-text.ts';

export type Comparable = Pick<
  AnyOperation,
  'id' | 'answer' | 'answerProvenance' | 'method' | 'path' | 'provenance' | 'request'
>;

export interface Field {
  /** The id of the operation or tool. */
  readonly id: string;
  readonly name: string;
  /** With dots and the names of the contract. Lists add nothing to the path; the whole answer has the path ''. */
  readonly path: string;
  readonly placed: PlacedField | undefined;
  readonly isRequired: boolean;
  /** The provenance of the field. `formProvenance` applies to the type, and `wordsProvenance` to the list of allowed words. */
  readonly provenance: Provenance;
  readonly formProvenance: Provenance;
  readonly wordsProvenance: Provenance;
  readonly form: 'object' | 'list' | 'value';
  readonly schema: z.core.$ZodType;
  readonly words: readonly string[] | undefined;
  readonly fields: readonly Field[];
}

export function fieldsOfAnswer(operation: Comparable, profile: Profile): Field {
  const { id, answer, answerProvenance: provenance } = operation;
  const fields = fieldsOf(operation as AnyOperation, 'answer'); // a tool has all properties that are read here
  const names = placeFields(fields, findRuleIn(profile, { id, direction: 'answer' }));
  return fieldOf(answer, { id, name: '', prefix: '', placed: undefined, provenance, names });
}

/** `Booking.Errors` has the place of `Errors` if the fields of Booking are in the object around it; only one can be sent. */
export function sharedPlaces(root: Field): Set<string> {
  const shared = new Set<string>();
  const taken = new Set<string>();
  const open = root.fields.map(field => ({ field, scope: '' }));
  for (const { field, scope } of open) {
    const { placed, path, form } = field;
    const place = JSON.stringify([scope, placed?.at]);
    if (placed && !placed.isUnwrapped) {
      if (taken.has(place)) shared.add(path);
      taken.add(place);
    }
    const isScope = form === 'list' || placed?.change.isListed === true;
    open.push(...field.fields.map(inner => ({ field: inner, scope: isScope ? path : scope })));
  }
  return shared;
}

interface Place extends Pick<Field, 'id' | 'name' | 'placed' | 'provenance'> {
  readonly prefix: string;
  readonly names: PlacedFields;
}

function fieldOf(schema: z.core.$ZodType, { id, name, prefix, placed, provenance, names }: Place): Field {
  const marked = provenanceOf(schema) ?? provenance;
  const bare = unwrap(schema);
  const { def } = (bare as z.core.$ZodTypes)._zod; // every schema belongs to this union
  const entry = def.type === 'array' ? unwrap(def.element) : bare;
  const { def: inside } = (entry as z.core.$ZodTypes)._zod; // see above
  const path = prefix + name;
  const shape = inside.type === 'object' ? Object.entries(inside.shape) : [];
  const shared = { id, prefix: path === '' ? '' : `${path}.`, provenance: marked };
  const fields = shape.map(([key, inner]) =>
    fieldOf(inner, {
      ...shared,
      name: key,
      placed: names.get(key),
      names: names.get(key)?.inner ?? new Map(),
    }),
  );
  return {
    id,
    name,
    path,
    placed,
    isRequired: bare === schema,
    provenance: marked,
    formProvenance: priceProvenance(fields) ?? marked,
    wordsProvenance: hasAssumedWords(schema) || hasAssumedWords(entry) ? byAssumption('words') : marked,
    form: def.type === 'array' ? 'list' : def.type === 'object' ? 'object' : 'value',
    schema: entry,
    words: inside.type === 'enum' ? Object.values(inside.entries).map(String) : undefined,
    fields,
  };
}

const metaOf = (schema: z.core.$ZodType) => z.globalRegistry.get(schema);

// provenance.ts writes this entry of the metadata
const provenanceOf = (schema: z.core.$ZodType) => metaOf(schema)?.['x-provenance'] as Provenance | undefined;
const hasAssumedWords = (schema: z.core.$ZodType): boolean =>
  metaOf(schema)?.['x-assumed-values'] !== undefined;

/** The specification names prices, but does not describe their structure. Undefined for other fields. */
const priceProvenance = (fields: readonly Field[]): Provenance | undefined =>
  fields.every(({ provenance }) => sourceOf(provenance) === 'money') ? fields[0]?.provenance : undefined;

/** `got` has only the type or format, because values can be personal data. */
export interface Mismatch {
  readonly state: 'other-type' | 'other-value';
  readonly expected: string;
  readonly got: string;
}

/** Of a value, or of the entries of a list. The fields inside an object are not checked. */
export function mismatchesOf(value: unknown, field: Field): Mismatch[] {
  if (field.form === 'object') return isObject(value) ? [] : [otherType(value, 'an object')];
  if (field.form === 'value') return scalarMismatches(value, field);
  if (!Array.isArray(value)) return [otherType(value, 'a list')];
  return value.flatMap(entry => {
    if (field.fields.length === 0) return scalarMismatches(entry, field);
    return isObject(entry) ? [] : [otherType(entry, 'an object')];
  });
}

const otherType = (value: unknown, expected: string): Mismatch => ({
  state: 'other-type',
  expected,
  got: typeOf(value),
});

function scalarMismatches(value: unknown, { schema, words }: Field): Mismatch[] {
  const { error } = z.safeParse(schema, value);
  if (!error) return [];
  const expected = typeOfSchema(schema);
  if (expected === 'a whole number' && typeof value === 'number')
    return [{ state: 'other-type', expected, got: 'a number with a fraction' }];
  if (expected !== 'text' || typeof value !== 'string') return [otherType(value, expected)];
  const form = `text like "${masked(value, 40)}"`;
  if (!words) {
    const wanted = error.issues[0]?.message ?? 'another form';
    return [{ state: 'other-value', expected: wanted.replace(/^expected /, ''), got: form }];
  }
  // A single word in place of an allowed word is not personal data, so the report can show this word.
  const got = /^[A-Za-z][A-Za-z_ -]{0,30}$/.test(value) ? `"${value}"` : form;
  return [{ state: 'other-value', expected: `one of ${words.join(', ')}`, got }];
}

export function expectedValue({ form, schema, words }: Field): string {
  if (words) return `one of ${words.join(', ')}`;
  return form === 'list' ? 'a list' : typeOfSchema(schema);
}

function typeOfSchema(schema: z.core.$ZodType): string {
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema belongs to this union
  if (def.type === 'number') return 'format' in def ? 'a whole number' : 'a number';
  if (def.type === 'boolean') return 'true or false';
  return def.type === 'object' ? 'an object' : 'text';
}

export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  return (
    { string: 'text', number: 'a number', boolean: 'true or false' }[typeof value as string] ?? typeof value
  );
}

/** The names of formats come before patterns. */
const known = {
  date: [
    'dotnet',
    'unix',
    'unix-ms',
    'iso',
    'YYYY-MM-DDTHH:mm:ssZ',
    'YYYY-MM-DD HH:mm:ss',
    'DD/MM/YYYY',
    'MM/DD/YYYY',
    'YYYY/MM/DD',
    'DD-MM-YYYY',
    'MM-DD-YYYY',
    'DD.MM.YYYY',
    'YYYYMMDD',
  ],
  time: ['iso', 'HHmm', 'HH.mm', 'HH:mmZ', 'HH:mm:ssZ'],
  'time stamp': [
    'dotnet',
    'unix',
    'unix-ms',
    'iso',
    'YYYY-MM-DDTHH:mm:ss',
    'YYYY-MM-DDTHH:mm:ss.000Z',
    'YYYY-MM-DD HH:mm:ssZ',
    'DD/MM/YYYY HH:mm:ss',
    'MM/DD/YYYY HH:mm:ss',
    'YYYY/MM/DD HH:mm:ss',
    'YYYYMMDDHHmmss',
  ],
} as const;

/** Numbers outside these years are more likely to be ids or amounts than dates. */
const years = { first: '2000', last: '2100' };

/** A format that all values have, or the formats between which the values do not decide. */
type FoundFormat = { readonly format: string } | { readonly possible: readonly string[] };

/** Each value must keep its text when it is read and written again. Undefined if no known format fits, or for another field. */
export function formatOf(values: readonly unknown[], field: Field): FoundFormat | undefined {
  const contract = field.placed?.field.entry ?? field.placed?.field;
  if (contract?.time === undefined) return undefined;
  const found = known[contract.time].filter(format => {
    const { read, write } = changeFor(contract, { format });
    return values.every(value => {
      const meaning = read?.(value);
      return isPlausible(value, meaning, field) && write?.(meaning) === value;
    });
  });
  const [format, ...others] = found;
  if (format === undefined) return undefined;
  return others.length === 0 ? { format } : { possible: found };
}

function changeFor(field: ProfileField, change: FieldChange): Change {
  const placed = placeFields(new Map([['value', field]]), () => ({
    ...change,
    entry: '',
    direction: 'answer',
    isForAll: false,
  }));
  return placed.get('value')?.change ?? {};
}

function isPlausible(value: unknown, meaning: unknown, field: Field): boolean {
  if (typeof meaning !== 'string' || mismatchesOf(meaning, { ...field, form: 'value' }).length > 0)
    return false;
  return typeof value !== 'number' || (meaning >= years.first && meaning < years.last);
}

const content = z.looseObject({
  type: assumed('answer', z.string()),
  text: assumed('answer', z.optional(z.string())),
});
const answer = z.looseObject({
  content: assumed('answer', z.array(content)),
  structuredContent: assumed('answer', z.optional(z.looseObject({}))),
});

export const toolAnswer = (id: `tools/${string}`): Comparable => ({
  id,
  method: 'POST',
  path: '/mcp',
  provenance: byAssumption('answer'),
  answerProvenance: byAssumption('answer'),
  request: z.strictObject({}),
  answer,
});
