import { MatchersV3 } from '@pact-foundation/pact';
import type * as z from 'zod/mini';
import { asObject } from '#contracts';
import { unwrap } from '#contracts/unwrap';

/**
 * What Pact is to compare an answer by, derived from the schema that the client reads it with: words of an enum, forms of
 * dates and codes, types of everything else. A Pact matcher in the example stays. In a list each entry has to fit, so only
 * what every entry has is asked for there: all that the example shows in the lists that are whole, and what is not optional in
 * others. A list that is empty in the example has to be empty.
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

/** Where a value stands. */
interface Scope {
  /** Names of the lists whose entries all have every field of the example. */
  readonly whole?: readonly string[];
  /** Whether the example stands for entries that may lack what is optional. */
  readonly isPartial?: boolean | undefined;
}

function ofObject(shape: z.core.$ZodShape, example: Record<string, unknown>, scope: Scope): object {
  const asked = Object.entries(example).flatMap(([name, value]) => {
    const field = shape[name];
    if (!field || value === undefined) return [];
    const isOptional = field._zod.optin === 'optional';
    if (scope.isPartial && isOptional) return [];
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

const ofNumber = (isWhole: boolean, example: number) =>
  isWhole ? MatchersV3.integer(example) : MatchersV3.number(example);

/** Text has its form by itself, as a date has, or by a check. */
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
