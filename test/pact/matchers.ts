import { MatchersV3 } from '@pact-foundation/pact';
import type * as z from 'zod/mini';
import { unwrap } from '#contracts/schema-walk';
import { asObject, isObject } from '#contracts/util';

/**
 * What Pact is to compare an answer by, derived from the schema that the client reads it with: words of an enum, forms of
 * dates and codes, types of everything else. A Pact matcher in the example stays. In a list each entry has to fit, so only
 * fields of every entry are required there: all that the example shows in the lists that are whole, and what is not optional in
 * others. A list that is empty in the example has to be empty. In a list that has some, each entry of the example has to fit an
 * entry, with every field that it shows, whatever else is there.
 *
 * @example matchersOf(operations['hotel.search'].answer, example)
 */
export function matchersOf(schema: z.core.$ZodType, example: unknown, scope: Scope = {}): unknown {
  if (MatchersV3.isMatcher(example)) return example;
  const { def } = (unwrap(schema) as z.core.$ZodTypes)._zod; // every kind of schema has its own definition
  if (def.type === 'object') return ofObject(def.shape, asObject(example), scope);
  if (def.type === 'array') return ofList(def.element, example, scope);
  if (def.type === 'enum') return MatchersV3.regex(`^(?:${words(def.entries)})$`, String(example));
  if (def.type === 'boolean') return MatchersV3.boolean(example === true);
  if (def.type === 'number') return ofNumber('format' in def, Number(example));
  if (def.type === 'string') return ofText(def, String(example));
  throw new Error(`no matcher is known for a schema of type ${def.type}`);
}

/** Returns the example of matchers, with which a Pact mock answers. */
export function exampleIn(matchers: unknown): unknown {
  if (Array.isArray(matchers)) return matchers.map(exampleIn);
  if (!isObject(matchers)) return matchers;
  // Pact's own reify and isMatcher do not support a list with some examples.
  if ('variants' in matchers) return exampleIn(matchers.variants);
  if (MatchersV3.isMatcher(matchers)) return exampleIn(asObject(matchers).value);
  return Object.fromEntries(Object.entries(matchers).map(([name, entry]) => [name, exampleIn(entry)]));
}

/** The path of a value. */
interface Scope {
  /** Names of the lists whose entries all have every field of the example. */
  readonly whole?: readonly string[];
  /** Names of the lists that hold, among others, an entry like each one of the example. */
  readonly some?: readonly string[];
  /** Whether the example represents entries that may lack optional fields. */
  readonly isPartial?: boolean | undefined;
}

function ofObject(shape: z.core.$ZodShape, example: Record<string, unknown>, scope: Scope): object {
  const asked = Object.entries(example).flatMap(([name, value]) => {
    const field = shape[name];
    if (!field || value === undefined) return [];
    const isOptional = field._zod.optin === 'optional';
    if (scope.isPartial && isOptional) return [];
    if (scope.some?.includes(name)) return [[name, ofSome(field, value, scope)]];
    const isPartial = Array.isArray(value)
      ? scope.isPartial === true || !scope.whole?.includes(name)
      : scope.isPartial;
    return [[name, matchersOf(field, value, { ...scope, isPartial })]];
  });
  return Object.fromEntries(asked);
}

function ofList(element: z.core.$ZodType, example: unknown, scope: Scope): unknown {
  const [first] = Array.isArray(example) ? example : [];
  return first === undefined
    ? []
    : MatchersV3.eachLike(matchersOf(element, first, { ...scope, isPartial: scope.isPartial ?? true }));
}

function ofSome(schema: z.core.$ZodType, examples: unknown, scope: Scope) {
  const { def } = (unwrap(schema) as z.core.$ZodTypes)._zod;
  if (def.type !== 'array' || !Array.isArray(examples)) throw new Error('only a list has some entries');
  const entries = examples.map(entry => matchersOf(def.element, entry, { ...scope, isPartial: false }));
  return MatchersV3.arrayContaining(...entries);
}

const ofNumber = (isWhole: boolean, example: number) =>
  isWhole ? MatchersV3.integer(example) : MatchersV3.number(example);

/** Returns the format of a text, which is part of its type (a date) or of a check. */
function ofText(def: z.core.$ZodTypeDef, example: string) {
  const checks = (def.checks ?? []).map(check => check._zod.def);
  const [pattern] = [def, ...checks].flatMap(part =>
    'pattern' in part && part.pattern instanceof RegExp ? [part.pattern] : [],
  );
  return pattern ? MatchersV3.regex(pattern.source, example) : MatchersV3.string(example);
}

const words = (entries: Readonly<Record<string, string | number>>): string =>
  Object.values(entries)
    .map(word => String(word).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
