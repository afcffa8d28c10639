import * as z from 'zod';
import { unwrap } from '#contracts/schema-walk';

/** A place of a request: a field or a list entry, with its schema. */
export interface Place {
  path: readonly (string | number)[];
  /** The path, in the form of error messages. */
  field: string;
  schema: z.core.$ZodType;
  required: boolean;
}

/** A wrong value for a place, and the field that a 400 must name for it. */
export interface WrongValue {
  what: string;
  value: unknown;
  field: string;
}

/** Returns every place of a schema at any depth. Lists are represented by their first entry. */
export function placesOf(schema: z.core.$ZodType, path: Place['path'] = []): Place[] {
  const inner = unwrap(schema);
  if (inner instanceof z.core.$ZodArray) return placeAndInside(inner._zod.def.element, [...path, 0], false);
  if (!(inner instanceof z.core.$ZodObject)) return [];
  return Object.entries<z.core.$ZodType>(inner._zod.def.shape).flatMap(([name, field]) =>
    placeAndInside(field, [...path, name], !(field instanceof z.core.$ZodOptional)),
  );
}

function placeAndInside(schema: z.core.$ZodType, path: Place['path'], required: boolean): Place[] {
  return [{ path, field: write(path), schema: unwrap(schema), required }, ...placesOf(schema, path)];
}

const write = (path: Place['path']): string =>
  path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);

export const isLeaf = ({ schema }: Place): boolean =>
  !(schema instanceof z.core.$ZodObject) && !(schema instanceof z.core.$ZodArray);

/** Returns values of the wrong type or outside the range of the schema. The server would not accept any of them leniently. */
export function wrongValues({ schema, field }: Place): WrongValue[] {
  if (schema instanceof z.core.$ZodObject)
    return [{ what: 'text where an object belongs', value: 'text', field }];
  const json: Record<string, unknown> = z.toJSONSchema(schema) as Record<string, unknown>; // these are read leniently
  const { type, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = json;
  const wrong: [string, unknown][] = [];
  if (type === 'array') wrong.push(['a list of true', [true]]);
  else wrong.push(['a list', [[]]], ['an object', { odd: 1 }]);
  if (type === 'string') wrong.push(['true', true]);
  if (type === 'integer') wrong.push(['a fraction', 1.5], ['a word', 'two']);
  if (type === 'number' || type === 'integer') wrong.push(['a number beyond all bounds', 'Infinity']);
  if (typeof minimum === 'number') wrong.push(['too small', minimum - 1]);
  if (typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER)
    wrong.push(['too large', maximum + 1]);
  if (typeof minLength === 'number') wrong.push(['empty', '']);
  if (typeof maxLength === 'number') wrong.push(['too long', 'x'.repeat(maxLength + 1)]);
  if (typeof minItems === 'number') wrong.push(['an empty list', []]);
  if (typeof maxItems === 'number')
    wrong.push(['too many entries', new Array(maxItems + 1).fill(sample(schema))]);
  if (json.enum !== undefined || pattern !== undefined || json.format !== undefined || isRefined(schema))
    wrong.push(['no such value', 'Nowhere']);
  return wrong.map(([what, value]) => ({
    what,
    value,
    field: what === 'a list of true' ? `${field}[0]` : field,
  }));
}

const isRefined = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.core.$ZodString && !z.safeParse(schema, 'Nowhere').success;

function sample(schema: z.core.$ZodType): unknown {
  if (!(schema instanceof z.core.$ZodArray)) return undefined;
  return [{ RoomId: 'a', Paxs: [{ Name: 'Ana', Surname: 'Silva', Age: 30 }] }, 'a', 1].find(
    entry => z.safeParse(schema._zod.def.element, entry).success,
  );
}

/** Returns a copy of a body with another value at a path. `undefined` removes the field. */
export function withValue<Body extends object>(body: Body, path: Place['path'], value: unknown): Body {
  const copy: Body = JSON.parse(JSON.stringify(body)); // not structuredClone, which keeps shared parts shared
  let here = copy as Record<string | number, unknown>; // every step but the last leads to an object or list
  for (const step of path.slice(0, -1)) here = here[step] as Record<string | number, unknown>; // see above
  const last = path.at(-1) ?? '';
  if (value === undefined) delete here[last];
  else here[last] = value;
  return copy;
}
