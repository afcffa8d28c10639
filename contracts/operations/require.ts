import * as z from 'zod/mini';
import { annotated, component } from '../clauses/index.ts';
import { asList, asObject, isObject, type JsonObject, once } from '../util/index.ts';

/** The check also runs when other fields are wrong, so that one answer names all errors. */
export function requireOneOf<S extends z.ZodMiniObject>(
  schema: S,
  groups: readonly (readonly string[])[],
): S {
  let checked = schema;
  for (const group of groups) {
    checked = checked.check(
      z.refine(value => isObject(value) && group.some(name => value[name] !== undefined), {
        path: [group[0] ?? ''],
        message: `missing: send ${group.map(name => `"${name}"`).join(' or ')}`,
        when: ({ value }) => isObject(value),
      }),
    );
  }
  const anyOf = groups.map(group => ({ anyOf: group.map(name => ({ required: [name] })) }));
  return annotated(anyOf.length === 1 ? { ...anyOf[0] } : { allOf: anyOf }, checked);
}

/** Like `strictComponent`, but a request needs one field of each group. */
export const oneOfComponent = <Shape extends z.core.$ZodLooseShape>(
  id: string,
  groups: readonly (readonly string[])[],
  shape: () => Shape,
) => once(() => component(id, requireOneOf(z.strictObject(shape()), groups)));

/** @example alternativesIn({ anyOf: [{ required: ['Token'] }, { required: ['ReToken'] }] }) // [['Token', 'ReToken']] */
export function alternativesIn({ allOf, ...own }: JsonObject): string[][] {
  const groups = Array.isArray(allOf) ? allOf.map(asObject) : [own];
  return groups.flatMap(({ anyOf }) =>
    Array.isArray(anyOf) ? [anyOf.flatMap(branch => namesIn(asObject(branch)))] : [],
  );
}

function namesIn({ required, properties }: JsonObject): string[] {
  const names = asList(required).map(String);
  return names.flatMap(name => {
    const inside = namesIn(asObject(asObject(properties)[name]));
    return inside.length > 0 ? inside.map(inner => `${name}.${inner}`) : [name];
  });
}
