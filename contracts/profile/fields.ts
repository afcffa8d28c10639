import type * as z from 'zod/mini';
import { placeholders } from '../address.ts';
import type { AnyOperation } from '../operation.ts';
import { errorBody } from '../shapes/index.ts';

/** The direction of a body: the request or the answer of a call. */
export type Direction = 'request' | 'answer';

/** The fields of a body by name, each with its inner fields. The inner fields of a list are the fields of its entries. */
export type Fields = ReadonlyMap<string, Fields>;

/** The operations that a profile applies to. The keys are operation ids. */
export type Registry = Readonly<Record<string, AnyOperation>>;

/**
 * Returns the fields of one body of an operation. An answer can also be an error body, so the result for an answer also
 * contains the fields of the error body.
 */
export function fieldsOf(operation: AnyOperation, direction: Direction): Fields {
  if (direction === 'answer') return merge(fieldsIn(operation.answer), errorFields());
  const inPath = new Set(placeholders(operation.path)); // a path contains values without names
  return new Map([...fieldsIn(operation.request)].filter(([name]) => !inPath.has(name)));
}

/** Returns the fields of an error body, such as the answer to an unknown path. */
export function errorFields(): Fields {
  return fieldsIn(errorBody);
}

/** One of the two bodies of an operation, and the fields of this body. */
export interface OperationBody {
  readonly operation: AnyOperation;
  readonly direction: Direction;
  readonly fields: Fields;
}

/** Lists both bodies of every operation. */
export function* eachBody(registry: Registry): Generator<OperationBody> {
  for (const operation of Object.values(registry))
    for (const direction of ['request', 'answer'] as const)
      yield { operation, direction, fields: fieldsOf(operation, direction) };
}

/** Lists every name in a body, at any depth. */
export function* namesIn(fields: Fields): Generator<string> {
  for (const [name, inner] of fields) {
    yield name;
    yield* namesIn(inner);
  }
}

const none: Fields = new Map();

/**
 * Returns the fields of a schema. The function reads `def.type`, because `instanceof` would add all classes of zod to every
 * bundle.
 */
function fieldsIn(schema: z.core.$ZodType): Fields {
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of these types
  switch (def.type) {
    case 'object':
      return new Map(Object.entries(def.shape).map(([name, inner]) => [name, fieldsIn(inner)]));
    case 'array':
      return fieldsIn(def.element);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return fieldsIn(def.innerType);
    case 'union':
      return def.options.map(fieldsIn).reduce(merge, none);
    case 'intersection':
      return merge(fieldsIn(def.left), fieldsIn(def.right));
    case 'pipe':
      return fieldsIn(def.in);
    default:
      return none;
  }
}

function merge(a: Fields, b: Fields): Fields {
  const all = new Map(a);
  for (const [name, inner] of b) all.set(name, merge(all.get(name) ?? none, inner));
  return all;
}
