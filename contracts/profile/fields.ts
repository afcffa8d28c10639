import * as z from 'zod/mini';
import {
  type AnyOperation,
  alternativesIn,
  errorBody,
  isoDate,
  timeStamp,
  utcTime,
} from '../operations/index.ts';
import { asObject, memoize } from '../util/index.ts';

/** The direction of a body. */
export type Direction = 'request' | 'answer';

export type TimeKind = 'date' | 'time' | 'time stamp';

export interface Field {
  readonly kind: 'object' | 'list' | 'text' | 'number' | 'boolean' | 'any';
  /** Of an object, or of the entries of a list. */
  readonly inner: Fields;
  readonly entry?: Field;
  readonly isRequired: boolean;
  /** The specification names the field, but does not say whether it is required. */
  readonly isRequiredByAssumption?: boolean;
  readonly isNullable: boolean;
  readonly words?: readonly string[];
  readonly time?: TimeKind;
  /** A request needs at least one of these fields. */
  readonly alternatives?: readonly string[];
}

export type Fields = ReadonlyMap<string, Field>;

/** Operations by their ids. */
export type Registry = Readonly<Record<string, AnyOperation>>;

/** An answer can also be an error body. */
export function fieldsOf(operation: AnyOperation, direction: Direction): Fields {
  return direction === 'answer' ? answerFields(operation.answer) : fieldOf(operation.request).inner;
}

// A schema never changes, but each profile reads all schemas.
const answerFields = memoize(
  (answer: z.core.$ZodType) => merge(fieldOf(answer).inner, errorFields()),
  new WeakMap(),
);

export const errorFields = (): Fields => fieldOf(errorBody).inner;

export function* eachBody(registry: Registry) {
  for (const operation of Object.values(registry))
    for (const direction of ['request', 'answer'] as const)
      yield { operation, direction, fields: fieldsOf(operation, direction) };
}

/** At any depth. */
export function* namesIn(fields: Fields): Generator<string> {
  for (const [name, { inner }] of fields) {
    yield name;
    yield* namesIn(inner);
  }
}

const none: Fields = new Map();
const plain: Field = { kind: 'any', inner: none, isRequired: true, isNullable: false };

/** Reads `def.type`, because `instanceof` would add all classes of zod to every bundle. */
export const fieldOf = memoize((schema: z.core.$ZodType): Field => {
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of these types
  switch (def.type) {
    case 'object':
      return { ...plain, kind: 'object', inner: fieldsIn(schema, def.shape) };
    case 'array': {
      const entry = fieldOf(def.element);
      return { ...plain, kind: 'list', inner: entry.inner, entry };
    }
    case 'optional':
    case 'default':
      return { ...fieldOf(def.innerType), isRequired: false };
    case 'nullable':
      return { ...fieldOf(def.innerType), isNullable: true };
    case 'readonly':
      return fieldOf(def.innerType);
    case 'union':
      return def.options.map(fieldOf).reduce(mergeField);
    case 'intersection':
      return mergeField(fieldOf(def.left), fieldOf(def.right));
    case 'pipe':
      return fieldOf(def.in);
    case 'enum':
      return { ...plain, kind: 'text', words: Object.values(def.entries).map(String) };
    case 'string':
      return { ...plain, kind: 'text', ...timeOf(def) };
    case 'number':
    case 'boolean':
      return { ...plain, kind: def.type };
    default:
      return plain;
  }
}, new WeakMap());

function fieldsIn(schema: z.core.$ZodType, shape: Readonly<Record<string, z.core.$ZodType>>): Fields {
  const groups = alternativesIn(asObject(z.globalRegistry.get(schema)));
  return new Map(
    Object.entries(shape).map(([name, inner]) => {
      const alternatives = groups.find(group => group.includes(name));
      const isRequiredByAssumption = asObject(z.globalRegistry.get(inner))['x-assumed-required'] === true;
      return [
        name,
        {
          ...fieldOf(inner),
          ...(alternatives && { alternatives }),
          ...(isRequiredByAssumption && { isRequiredByAssumption }),
        },
      ];
    }),
  );
}

/** A copy of a schema with other metadata has the same definition. */
function timeOf(def: z.core.$ZodTypeDef): { time?: TimeKind } {
  if (def === isoDate._zod.def) return { time: 'date' };
  if (def === timeStamp._zod.def) return { time: 'time stamp' };
  return def === utcTime._zod.def ? { time: 'time' } : {};
}

function merge(a: Fields, b: Fields): Fields {
  const all = new Map(a);
  for (const [name, field] of b) {
    const other = all.get(name);
    // Only one of the two bodies has the field, so the field is not required.
    all.set(name, other ? mergeField(other, field) : { ...field, isRequired: false });
  }
  return all;
}

function mergeField(a: Field, b: Field): Field {
  const { entry = b.entry } = a;
  return {
    ...plain,
    kind: a.kind === b.kind ? a.kind : 'any',
    inner: merge(a.inner, b.inner),
    ...(entry && { entry }),
    isRequired: a.isRequired && b.isRequired,
    isNullable: a.isNullable || b.isNullable,
    ...(a.words && b.words && { words: [...a.words, ...b.words] }),
    ...(a.time !== undefined && a.time === b.time && { time: a.time }),
  };
}
