import type { Direction, Fields } from './fields.ts';
import { placeText } from './problem.ts';
import type { Profile } from './schema.ts';

/** The name of a field in the dialect, and the path of the profile entry that sets this name. */
interface Rename {
  readonly to: string;
  readonly entry: string;
}

/** A field of the contract, with its name in the dialect and its inner fields. */
export interface RenamedField {
  readonly to: string;
  /** The path of the profile entry that renames the field; absent if the field keeps its name. */
  readonly entry?: string;
  readonly inner: RenamedFields;
}

/** The fields of one body. The keys are the contract names of the fields. */
export type RenamedFields = ReadonlyMap<string, RenamedField>;

type Rule = (place: string, name: string) => Rename | undefined;

/**
 * Returns the fields of a body with their names in the dialect. The most specific entry of the profile applies. A path of the
 * operation comes first, then a name of the operation, and then a name for all operations.
 *
 * @param body the operation and the direction of the body; without this argument, only the names for all operations apply
 */
export function renamedFields(
  fields: Fields,
  profile: Profile,
  body?: { id: string; direction: Direction },
): RenamedFields {
  const everywhere = renamesAt(profile.fields, ['fields']);
  const here =
    body &&
    renamesAt(profile.operations?.[body.id]?.[body.direction], ['operations', body.id, body.direction]);
  return apply(fields, (place, name) => here?.get(place) ?? here?.get(name) ?? everywhere.get(name));
}

function renamesAt(
  names: Readonly<Record<string, string>> | undefined,
  keys: readonly string[],
): Map<string, Rename> {
  const entries = Object.entries(names ?? {});
  return new Map(entries.map(([key, to]) => [key, { to, entry: placeText([...keys, key]) }]));
}

/**
 * Renames the fields of an object, at every depth, by a rule. `prefix` is the path of the object with a dot
 * at the end, and is empty for the top.
 */
function apply(fields: Fields, rule: Rule, prefix = ''): RenamedFields {
  const renamed = new Map<string, RenamedField>();
  for (const [name, fieldsInside] of fields) {
    const inner = apply(fieldsInside, rule, `${prefix}${name}.`);
    const rename = rule(prefix === '' ? `.${name}` : `${prefix}${name}`, name);
    renamed.set(name, rename ? { ...rename, inner } : { to: name, inner });
  }
  return renamed;
}

/** The translation of the keys of an object. Keys that do not change are absent. */
export interface Translator {
  /** For each key of the input: the key of the output, and the translator for the value. */
  readonly keys: ReadonlyMap<string, { readonly to: string; readonly inner: Translator | undefined }>;
  /** For each key of the output: the key of the input, if the two differ. */
  readonly sources: ReadonlyMap<string, string>;
}

/** The maximum depth of lists in lists. Without this limit, a body with a million brackets would overflow the stack. */
const deepestLists = 2;

/** Returns the translator from contract names to dialect names, or undefined if no name changes. */
export function towardsDialect(fields: RenamedFields): Translator | undefined {
  return translator([...fields].map(([name, { to, inner }]) => [name, { to, inner: towardsDialect(inner) }]));
}

/** Returns the translator from dialect names to contract names, or undefined if no name changes. */
export function towardsContract(fields: RenamedFields): Translator | undefined {
  const spoken = [...fields].map(([to, field]) => ({
    from: field.to,
    to,
    inner: towardsContract(field.inner),
  }));
  // A client may also send the contract's name of a field, unless the dialect uses that name for another field.
  return translator([
    ...spoken.map(({ to, inner }): Entry => [to, { to, inner }]),
    ...spoken.map(({ from, to, inner }): Entry => [from, { to, inner }]),
  ]);
}

type Entry = [key: string, { to: string; inner: Translator | undefined }];

function translator(entries: readonly Entry[]): Translator | undefined {
  const keys = new Map([...new Map(entries)].filter(([key, { to, inner }]) => key !== to || inner));
  if (keys.size === 0) return undefined;
  const renamed = [...keys].filter(([key, { to }]) => key !== to);
  return { keys, sources: new Map(renamed.map(([key, { to }]) => [to, key])) };
}

/**
 * Returns a copy of a JSON value with renamed keys. The copy shares unchanged parts with the input. An
 * unknown key stays, unless a renamed field needs the name of that key.
 */
export function translate(by: Translator, value: unknown, lists = 0): unknown {
  if (Array.isArray(value)) {
    return lists < deepestLists ? value.map(entry => translate(by, entry, lists + 1)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, inside] of Object.entries(value)) {
    const known = by.keys.get(key);
    const to = known?.to ?? key;
    const source = by.sources.get(to);
    if (source !== undefined && source !== key && Object.hasOwn(value, source)) continue;
    put(result, to, known?.inner ? translate(known.inner, inside) : inside);
  }
  return result;
}

/** Sets a member of an object. An assignment to `__proto__` would change the prototype of the object. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
