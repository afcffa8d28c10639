// Other names of fields and other enum words that public clients send. Each one stands once: at its field in the schema.
import * as z from 'zod/mini';
import { annotated, marked } from '../clauses/index.ts';
import { asList, isObject, memoize } from '../util/index.ts';
import { unwrap } from './schema-walk.ts';

export const alsoNamedKey = 'x-also-named';
export const alsoValuesKey = 'x-also-values';

/**
 * The server reads the other names like the name of the field, with a warning. Call this function outside `.optional()`, and inside the mark of
 * the provenance. `names`: names of public clients; `Filters.X` means the field X in the object `Filters` beside the field.
 */
export function alsoNamed<S extends z.core.$ZodType>(names: readonly string[], schema: S): S {
  return annotated({ [alsoNamedKey]: names }, schema);
}

/**
 * The server reads the other words in any letter case like the words of the contract, with a warning. `words`: the keys are words
 * of public clients, the values are words of the enum.
 */
export function alsoValues<S extends z.core.$ZodType<string>>(
  words: Readonly<Record<string, z.output<S>>>,
  schema: S,
): S {
  return marked(schema, { [alsoValuesKey]: words });
}

/** @example otherNames(criteria).get('HotelsIds') // 'HotelIds' */
export function otherNames(schema: z.core.$ZodType | undefined): ReadonlyMap<string, string> {
  const object = schema && unwrap(schema);
  return object instanceof z.core.$ZodObject ? otherNamesIn(object) : new Map();
}

/** Kept, because a request with thousands of unknown fields would look them up for each field. */
const otherNamesIn = memoize((object: z.core.$ZodObject): ReadonlyMap<string, string> => {
  const fields = Object.entries(object._zod.def.shape);
  return new Map(
    fields.flatMap(([name, field]) => namesOf(z.globalRegistry.get(field)).map(other => [other, name])),
  );
}, new WeakMap());

/** @example namesOf({ 'x-also-named': ['HotelsIds'] }) // ['HotelsIds'] */
export const namesOf = (meta: object | undefined): string[] => asList(Object(meta)[alsoNamedKey]).map(String);

/** @example wordsOf({ 'x-also-values': { City_Location: 'Destination' } }) // [['City_Location', 'Destination']] */
export function wordsOf(meta: object | undefined): [other: string, word: string][] {
  const words: unknown = Object(meta)[alsoValuesKey];
  return isObject(words) ? Object.entries(words).map(([other, word]) => [other, String(word)]) : [];
}

/** Finds the contract's word for the same word in another letter case, or for `other`, another word that public clients send. */
export function readWord(
  schema: z.core.$ZodType | undefined,
  words: readonly string[],
  given: string,
): { readonly word: string; readonly other?: string } | undefined {
  const isGiven = (one: string) => one.toLowerCase() === given.toLowerCase();
  const own = words.find(isGiven);
  if (own !== undefined) return { word: own };
  const places = schema ? [schema, unwrap(schema)].map(one => z.globalRegistry.get(one)) : [];
  const [found] = places.flatMap(wordsOf).filter(([other]) => isGiven(other));
  return found && { word: found[1], other: found[0] };
}
