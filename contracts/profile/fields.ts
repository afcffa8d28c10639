import type * as z from 'zod/mini';
import { placeholders } from '../address.ts';
import type { AnyOperation } from '../operation.ts';
import { errorBody } from '../shapes/index.ts';

/** Which of the two bodies of a call. */
export type Direction = 'request' | 'answer';

/** The fields of a body by name, each with the fields inside it; lists are passed through. */
export type Fields = ReadonlyMap<string, Fields>;

/** The operations that a profile is applied to, by id. */
export type Registry = Readonly<Record<string, AnyOperation>>;

/** The fields that a body of an operation has. An answer can also be an error body, which has fields of its own. */
export function fieldsOf(operation: AnyOperation, direction: Direction): Fields {
  if (direction === 'answer') return merge(fieldsIn(operation.answer), errorFields());
  const inPath = new Set(placeholders(operation.path)); // sent by position, so it has no name on the wire
  return new Map([...fieldsIn(operation.request)].filter(([name]) => !inPath.has(name)));
}

/** The fields of an error body that no operation stands behind (an unknown path, for instance). */
export function errorFields(): Fields {
  return fieldsIn(errorBody);
}

/** Every name in a body, at any depth. */
export function* namesIn(fields: Fields): Generator<string> {
  for (const [name, inner] of fields) {
    yield name;
    yield* namesIn(inner);
  }
}

const none: Fields = new Map();

/** By the kind that a schema names: to ask for its class would have every bundle carry all of these classes along. */
function fieldsIn(schema: z.core.$ZodType): Fields {
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of them
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
