import type { Direction, Fields } from './fields.ts';
import { placeText } from './problem.ts';
import type { Profile } from './schema.ts';

/** The name of a field in the dialect, and the entry of the profile with this name. */
interface Rename {
  readonly to: string;
  readonly entry: string;
}

/** A field of the contract with its name in the dialect and the fields inside it. */
export interface RenamedField {
  readonly to: string;
  /** The entry of the profile that renames it; undefined for a field that keeps its name. */
  readonly entry?: string;
  readonly inner: RenamedFields;
}

/** The fields of one body by their contract names. */
export type RenamedFields = ReadonlyMap<string, RenamedField>;

type Rule = (place: string, name: string) => Rename | undefined;

/**
 * Applies a profile to the fields of one body. The most specific entry wins: the operation's path, the operation's bare
 * name, the name for all operations.
 *
 * @param fields what the body holds
 * @param profile the profile
 * @param body which body it is; without it only the names for all operations apply
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

/** `prefix` is the path of the object and a dot: at the top a lone dot, as `.Token` is written. */
function apply(fields: Fields, rule: Rule, prefix = ''): RenamedFields {
  const renamed = new Map<string, RenamedField>();
  for (const [name, fieldsInside] of fields) {
    const inner = apply(fieldsInside, rule, `${prefix}${name}.`);
    const rename = rule(prefix === '' ? `.${name}` : `${prefix}${name}`, name);
    renamed.set(name, rename ? { ...rename, inner } : { to: name, inner });
  }
  return renamed;
}

/** How to rename the keys of an object. Parts that keep all names are left out. */
export interface Translator {
  /** By the key that is read: the key to write, and the translator for the value. */
  readonly keys: ReadonlyMap<string, { readonly to: string; readonly inner: Translator | undefined }>;
  /** By the key to write: the key to read, if the two differ. */
  readonly sources: ReadonlyMap<string, string>;
}

/** The contract has no list directly in a list. Without a bound, a body of a million brackets would overflow the stack. */
const deepestLists = 2;

/** Builds the translator from contract names to dialect names; undefined when it renames nothing. */
export function towardsDialect(fields: RenamedFields): Translator | undefined {
  return translator([...fields].map(([name, { to, inner }]) => [name, { to, inner: towardsDialect(inner) }]));
}

/** Builds the translator from dialect names to contract names; undefined when it renames nothing. */
export function towardsContract(fields: RenamedFields): Translator | undefined {
  const spoken = [...fields].map(([to, field]) => ({
    from: field.to,
    to,
    inner: towardsContract(field.inner),
  }));
  // A client may still write the contract's own name, unless the dialect gives that name to another field.
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
 * Renames the keys of a JSON value. It does not change the value, and shares the parts that keep their names with the
 * result. Unknown keys pass through, unless a renamed field needs their name.
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

/** Assigning to `__proto__` would change the object's prototype instead of adding the key that JSON had. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
